import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ScimError } from './scim-error.ts';

/**
 * A weak ETag (RFC 7644 §3.14) made of the content: any change gives another one, however it was made and however soon
 * after the last, and nothing has to count revisions.
 */
export function versionOf(content: unknown): string {
  return `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`;
}

type Conditions = Pick<FastifyRequest, 'headers'>;

export const hasIfMatch = ({ headers }: Conditions): boolean =>
  headers['if-match'] !== undefined && headers['if-match'].trim() !== '*';

/** Throws if the client read another version. SCIM compares weakly: its ETags stand for equal content. */
export function requireVersion({ headers }: Conditions, version: string): void {
  if (!matches(headers['if-match'] ?? '*', version))
    throw new ScimError(
      412,
      'Somebody else changed this in the meantime. Read it and make your change again.',
    );
}

/** Whether the client has this version already. */
export const isKnown = ({ headers }: Conditions, version: string): boolean =>
  headers['if-none-match'] !== undefined && matches(headers['if-none-match'], version);

function matches(header: string, version: string): boolean {
  if (header.trim() === '*') return true;
  const opaque = version.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
