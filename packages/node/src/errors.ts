/** Stable codes for programs; messages may change. */
export type InlayErrorCode =
  | 'CONFIGURATION'
  | 'CONTEXT_TOO_LARGE'
  | 'TOKEN_REFUSED'
  | 'UNREACHABLE'
  | 'TIMEOUT';

interface InlayErrorOptions extends ErrorOptions {
  readonly status?: number;
  readonly oauthError?: string;
  readonly bytesByField?: Readonly<Record<string, number>>;
}

/**
 * Every error of this package. `code` is stable, for programs; `message` says what happened and what to do.
 *
 * | code | meaning |
 * |---|---|
 * | `CONFIGURATION` | An option or the context is invalid. Nothing was sent. |
 * | `CONTEXT_TOO_LARGE` | The service would drop entries of the context. Nothing was sent. |
 * | `TOKEN_REFUSED` | The token endpoint refused the request (RFC 6749 §5.2). A retry does not help. |
 * | `UNREACHABLE` | The network failed, a gateway is down, or the address belongs to another site. |
 * | `TIMEOUT` | The time limit of the call passed before a response arrived. |
 *
 * @example
 * ```ts
 * try {
 *   await client.token(context)
 * } catch (error) {
 *   if (error instanceof InlayError) log.warn({ code: error.code, status: error.status }, error.message)
 *   else throw error
 * }
 * ```
 */
export class InlayError extends Error {
  override readonly name = 'InlayError';
  readonly code: InlayErrorCode;
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** With `TOKEN_REFUSED`: the code of RFC 6749, such as `invalid_client` or `invalid_grant`. */
  readonly oauthError: string | undefined;
  /** With `CONTEXT_TOO_LARGE`: the size of each field, its name included. */
  readonly bytesByField: Readonly<Record<string, number>> | undefined;

  constructor(code: InlayErrorCode, message: string, options: InlayErrorOptions = {}) {
    super(printable(message), options);
    this.code = code;
    this.status = options.status;
    this.oauthError = options.oauthError === undefined ? undefined : printable(options.oauthError);
    this.bytesByField = options.bytesByField;
  }
}

/** An error of the caller's code or configuration. */
export function configurationError(message: string, options?: ErrorOptions): InlayError {
  return new InlayError('CONFIGURATION', message, options);
}

const maxLength = 1000;

/** A text of others for a log or a terminal: without control and invisible characters, and of limited length. */
export function printable(text: string): string {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\ufffd');
  return visible.length > maxLength ? `${visible.slice(0, maxLength)}…` : visible;
}
