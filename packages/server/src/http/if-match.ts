import type { FastifyRequest } from 'fastify';

/** The precondition of a change (RFC 9110 §13.1.1) where one was sent: the versions that the client may have read. */
export function readIfMatch(request: FastifyRequest): readonly number[] | 'any' {
  const header = request.headers['if-match']?.trim();
  if (header === undefined || header === '*') return 'any';
  // Weak tags never match: the comparison is the strong one.
  return [...header.matchAll(/(?:^|,)\s*"(\d{1,15})"\s*(?=,|$)/g)].map(([, digits]) => Number(digits));
}
