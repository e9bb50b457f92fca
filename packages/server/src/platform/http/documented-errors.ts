import { ErrorBodySchema } from '@inlay/protocol/error-body';
import type { ERRORS, ErrorCode } from '@inlay/protocol/error-codes';

type Status = (typeof ERRORS)[ErrorCode][0];

/**
 * The error responses that are particular to a route: `response: { 201: User, ...errors(409) }`. Those that follow from
 * its method, access and headers are added to the API description (`derivedErrors` in openapi.ts).
 */
export function errors<S extends Status>(...statuses: S[]): Record<S, typeof ErrorBodySchema>;
export function errors(...statuses: readonly number[]): Record<number, typeof ErrorBodySchema> {
  return Object.fromEntries(statuses.map((status) => [status, ErrorBodySchema]));
}
