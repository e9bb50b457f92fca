/** Where a request came from. */
export interface Caller {
  readonly requestId: string | null;
  readonly ip: string | null;
  /** Id of the API key of the request. */
  readonly apiKey?: string;
}

/** For the command line, which has no request. */
export const OPERATOR: Caller = { requestId: null, ip: null };

/** Who makes a change, for the audit log. */
export interface Acting {
  readonly actor: string | null;
  readonly caller: Caller;
}
