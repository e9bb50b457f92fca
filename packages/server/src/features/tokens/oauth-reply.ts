import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { asAppError } from '../../platform/http/error-reply.ts';
import { TooManyWaiting } from '../../platform/store/batches.ts';
import { OAuthError } from './oauth-error.ts';

export const FORM_WANTED = 'Send the body as application/x-www-form-urlencoded.';

/** What a refusal of the token endpoint or of its neighbours looks like: the shape of RFC 6749 §5.2. */
export function oauthAnswer(thrown: unknown): OAuthAnswer {
  const error = asOAuthError(thrown);
  if (error === undefined) {
    const error_description = 'Something went wrong on our side.';
    return { statusCode: 500, headers: {}, body: { error: 'server_error', error_description } };
  }
  const { statusCode, headers, error: code, description } = error;
  return { statusCode, headers, body: { error: code, error_description: description } };
}

export interface OAuthAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: string; readonly error_description: string };
}

export function replyWithOAuthError(
  thrown: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { statusCode, headers, body } = oauthAnswer(thrown);
  if (statusCode === 500 || statusCode === 503)
    request.log.error({ requestId: request.id, err: thrown }, 'token request failed');
  reply.code(statusCode).headers(headers).type('application/json; charset=utf-8').send(body);
}

function asOAuthError(thrown: unknown): OAuthError | undefined {
  if (thrown instanceof OAuthError) return thrown;
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof AppError && thrown.statusCode < 500) {
    return new OAuthError('invalid_request', thrown.message, {
      statusCode: thrown.statusCode,
      headers: thrown.headers,
    });
  }
  if (thrown instanceof TooManyWaiting || asAppError(thrown).code === 'UNAVAILABLE') {
    const { message, headers } = thrown instanceof AppError ? thrown : new AppError('UNAVAILABLE');
    return new OAuthError('temporarily_unavailable', message, {
      statusCode: 503,
      headers: { 'retry-after': '1', ...headers },
    });
  }
  switch ('code' in thrown ? thrown.code : undefined) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new OAuthError('invalid_request', FORM_WANTED, {
        statusCode: 415,
      });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new OAuthError('invalid_request', 'The request body is too large.', { statusCode: 413 });
    default:
      return 'statusCode' in thrown && Number(thrown.statusCode) < 500
        ? new OAuthError('invalid_request', 'The request is not valid.')
        : undefined;
  }
}
