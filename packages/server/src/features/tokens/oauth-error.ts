import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { asAppError } from '../../platform/http/error-reply.ts';

/** Error codes of RFC 6749 §5.2, and `temporarily_unavailable` of §4.1.2.1 for callers who should retry later. */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable';

/** A refusal by the token endpoint. The description goes to the caller, the reason to the audit log and metrics. */
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
    } = {},
  ) {
    super(description);
    this.error = error;
    this.statusCode = context.statusCode ?? 400;
    this.description = printable(description);
    this.reason = context.reason ?? error;
    this.headers = context.headers ?? {};
  }
}

/** RFC 6749 §5.2: printable ASCII without `"` and `\`. Descriptions may quote what the caller sent. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, '?').slice(0, 500);
}

export const FORM_REQUIRED = 'Send the body as application/x-www-form-urlencoded.';

/** Replies to errors of the token, introspection and revocation endpoints as RFC 6749 §5.2 requires. */
export function replyWithOAuthError(
  thrown: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = toOAuthError(thrown);
  const statusCode = error?.statusCode ?? 500;
  if (statusCode === 500 || statusCode === 503)
    request.log.error({ requestId: request.id, err: thrown }, 'token request failed');
  const body = {
    error: error?.error ?? 'server_error',
    error_description: error?.description ?? 'An internal error occurred.',
  };
  reply
    .code(statusCode)
    .headers(error?.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(body);
}

function toOAuthError(thrown: FastifyError | Error): OAuthError | undefined {
  if (thrown instanceof OAuthError) return thrown;
  if (thrown instanceof AppError && thrown.statusCode < 500) {
    const { message, statusCode, headers } = thrown;
    return new OAuthError('invalid_request', message, { statusCode, headers });
  }
  if (asAppError(thrown).code === 'UNAVAILABLE') {
    const { message, headers } = thrown instanceof AppError ? thrown : new AppError('UNAVAILABLE');
    return new OAuthError('temporarily_unavailable', message, {
      statusCode: 503,
      headers: { 'retry-after': '1', ...headers },
    });
  }
  switch ('code' in thrown ? thrown.code : undefined) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new OAuthError('invalid_request', FORM_REQUIRED, { statusCode: 415 });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new OAuthError('invalid_request', 'The request body is too large.', { statusCode: 413 });
    default:
      return 'statusCode' in thrown && Number(thrown.statusCode) < 500
        ? new OAuthError('invalid_request', 'The request is not valid.')
        : undefined;
  }
}
