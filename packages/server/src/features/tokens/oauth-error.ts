/** Error codes of RFC 6749 §5.2, and the one of §4.1.2.1 that fits a caller who must wait. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable';

/** A refusal of the token endpoint. The description goes to the caller, the reason to audit and metrics. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly error: OAuthErrorCode;
  readonly statusCode: number;
  readonly description: string;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    error: OAuthErrorCode,
    description: string,
    context: {
      readonly reason?: string;
      readonly statusCode?: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** For the log. */
      readonly cause?: unknown;
    } = {},
  ) {
    super(description, { cause: context.cause });
    this.error = error;
    this.statusCode = context.statusCode ?? 400;
    this.description = printable(description);
    this.reason = context.reason ?? error;
    this.headers = context.headers ?? {};
  }
}

/** RFC 6749 §5.2: printable ASCII without `"` and `\`. What a caller sent may be quoted in it. */
export function printable(text: string): string {
  return text.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, '?').slice(0, 500);
}
