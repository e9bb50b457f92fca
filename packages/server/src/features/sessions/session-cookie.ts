import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { LOGIN_TOKEN_MS } from '../../platform/identity/login-tokens.ts';

type Address = Pick<Config, 'publicUrl'>;

/** The prefix `__Host-` (RFC 6265bis §4.1.3) keeps sibling hosts from setting the cookie; it requires https. */
function nameOf({ publicUrl }: Address): string {
  return publicUrl.protocol === 'https:' ? '__Host-inlay_admin' : 'inlay_admin';
}

/** Holds the admin app's login token, unreadable for scripts (ADR 120). */
export function sessionCookie(config: Address, token: string): string {
  return cookie(config, token, LOGIN_TOKEN_MS / 1000);
}

export function endedSessionCookie(config: Address): string {
  return cookie(config, '', 0);
}

function cookie(config: Address, value: string, seconds: number): string {
  const secure = config.publicUrl.protocol === 'https:' ? '; Secure' : '';
  return `${nameOf(config)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns nothing if the cookie was sent twice: without `__Host-`, one of them may be from a sibling host. */
export function readSessionCookie(request: FastifyRequest, config: Address): string | undefined {
  const start = `${nameOf(config)}=`;
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  return found.length === 1 ? found[0]?.slice(start.length) || undefined : undefined;
}

/** Methods that change nothing (RFC 9110 §9.2.1). Other origins cannot read the responses, since we send no CORS headers. */
const SAFE_METHODS = ['GET', 'HEAD'];

/**
 * Whether a page of this origin sent the request. Tenants are sibling hosts, which browsers treat as one site, so
 * `SameSite` alone would let a page of one tenant act in another.
 */
export function isSameOrigin(request: FastifyRequest, config: Address): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  // Browsers omit Origin when a page reads from its own origin, and always send it with unsafe methods.
  if (origin === undefined) return SAFE_METHODS.includes(request.method);
  return origin === ownOrigin(request, config);
}

/** Our origin as browsers see it: the requested host, with the scheme of the public URL. */
export function ownOrigin(request: FastifyRequest, { publicUrl }: Address): string {
  const address = `${publicUrl.protocol}//${request.host}`;
  return URL.canParse(address) ? new URL(address).origin : '';
}
