import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../errors.ts';

/** Revisions from `If-Match` (RFC 9110 §13.1.1), or any. */
export type IfMatch = readonly number[] | 'any';

/** Header schema of routes with a precondition. */
export const ifMatchHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'ETag of the version you read. The response is 412 if it has changed since; `*` overwrites any version.',
    }),
  ),
});

/** The precondition of a change (RFC 9110 §13.1.1). Without one, another change could be overwritten unnoticed. */
export function requireIfMatch(request: FastifyRequest): IfMatch {
  if (request.headers['if-match'] === undefined) throw new AppError('PRECONDITION_REQUIRED');
  return readIfMatch(request);
}

/** The precondition where one was sent. */
export function readIfMatch(request: FastifyRequest): IfMatch {
  const header = request.headers['if-match']?.trim();
  if (header === undefined || header === '*') return 'any';
  // Weak tags and those of published versions never match: the comparison is the strong one.
  return [...header.matchAll(/(?:^|,)\s*"(\d{1,15})"\s*(?=,|$)/g)].map(([, digits]) => Number(digits));
}
