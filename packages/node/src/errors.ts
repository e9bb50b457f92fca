/** Stable codes for programs; messages may change. */
export type InlayErrorCode =
  | 'INLAY_CONFIGURATION'
  | 'INLAY_CONTEXT_TOO_LARGE'
  | 'INLAY_TOKEN_REFUSED'
  | 'INLAY_UNREACHABLE'
  | 'INLAY_TIMEOUT';

/**
 * The base of every error this library throws.
 *
 * @example
 * ```ts
 * try {
 *   await client.token(context)
 * } catch (error) {
 *   if (error instanceof InlayError) log.warn({ code: error.code }, error.message)
 *   else throw error
 * }
 * ```
 */
export abstract class InlayError extends Error {
  abstract readonly code: InlayErrorCode;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** An option or context is invalid: fix the code or the configuration. Nothing was sent. */
export class ConfigurationError extends InlayError {
  readonly code = 'INLAY_CONFIGURATION';
}

/**
 * The context is over the limit, so the service would drop entries of it. Nothing was sent.
 *
 * @example
 * ```ts
 * if (error instanceof ContextTooLargeError) console.error(error.bytesByField) // { username: 31, groups: 3901, … }
 * ```
 */
export class ContextTooLargeError extends InlayError {
  readonly code = 'INLAY_CONTEXT_TOO_LARGE';
  readonly bytes: number;
  readonly limit: number;
  /** Size of each field, its name included. */
  readonly bytesByField: Readonly<Record<string, number>>;

  constructor(size: ContextSize, limit: number) {
    const [field, bytes] = Object.entries(size.bytesByField).reduce((a, b) => (b[1] > a[1] ? b : a));
    super(
      `The embed context has ${size.bytes} bytes, more than the limit of ${limit}, so the service would drop entries. ` +
        `The largest field is '${field}' with ${bytes} bytes. Send less data, or set allowTruncation.`,
    );
    this.bytes = size.bytes;
    this.limit = limit;
    this.bytesByField = size.bytesByField;
  }
}

interface ContextSize {
  readonly bytes: number;
  readonly bytesByField: Readonly<Record<string, number>>;
}

/** The token endpoint refused the request (RFC 6749 §5.2). Retrying with the same input does not help. */
export class TokenRefusedError extends InlayError {
  readonly code = 'INLAY_TOKEN_REFUSED';
  /** The code of RFC 6749, for example `invalid_client` or `invalid_grant`. */
  readonly error: string;
  /** What to change, in the service's words. For your log, not for the viewer. */
  readonly description: string | undefined;
  readonly status: number;

  constructor(status: number, error: string, description: string | undefined) {
    super(`The token was refused: ${error}${description ? `, ${description}` : ''} (HTTP ${status}).`);
    this.status = status;
    this.error = error;
    this.description = description;
  }
}

/** No token endpoint responded: the network failed, a gateway is down, or the address belongs to another site. */
export class UnreachableError extends InlayError {
  readonly code = 'INLAY_UNREACHABLE';
  /** Set if there was a response, but not one of a token endpoint. */
  readonly status: number | undefined;

  constructor(message: string, options?: ErrorOptions & { readonly status?: number }) {
    super(message, options);
    this.status = options?.status;
  }
}

/** The time limit of the call passed before a response arrived. */
export class TimeoutError extends InlayError {
  readonly code = 'INLAY_TIMEOUT';
}
