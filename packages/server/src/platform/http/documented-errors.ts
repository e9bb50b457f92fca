import { ERRORS, type ErrorCode } from '@inlay/protocol/error-codes';
import { ErrorBody } from './error-reply.ts';

type Status = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 428 | 429 | 502 | 503 | 504;

/** The error responses of a route for its schema: `...errors(400, 401)`. */
export function errors<S extends Status>(...statuses: S[]): Record<S, typeof ErrorBody> {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return Object.fromEntries(
    statuses.map((status) => {
      const messages = codes.filter((code) => ERRORS[code][0] === status).map((code) => ERRORS[code][1]);
      return [status, { ...ErrorBody, description: messages.join(' / ') }];
    }),
  ) as unknown as Record<S, typeof ErrorBody>;
}
