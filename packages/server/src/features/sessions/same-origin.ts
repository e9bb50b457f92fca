import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/** Methods that change nothing (RFC 9110 §9.2.1); what they answer no other origin can read, for we send no CORS. */
const SAFE = ['GET', 'HEAD'];

/**
 * Whether a page of this very origin sent a request. Tenants are sibling hosts, which browsers call one site, so
 * `SameSite` alone would let one tenant's page act in another: the origin must be ours to the letter.
 */
export function isSameOrigin(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  // A browser names no origin when a page reads from its own; where it changes something, it always does.
  if (origin === undefined) return SAFE.includes(request.method);
  return origin === ownOrigin(request, config);
}

/** Where browsers find us: the host that was asked, by the protocol that the operator gave the instance. */
export function ownOrigin(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  const address = `${publicUrl.protocol}//${request.host}`;
  return URL.canParse(address) ? new URL(address).origin : '';
}
