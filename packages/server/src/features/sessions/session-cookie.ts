import type { SignInSettings } from '@inlay/protocol/sign-in';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { cookieName, readCookie, setCookie } from '../../platform/http/cookies.ts';

type Address = Pick<Config, 'publicUrl'>;

const NAME = 'admin';

/** Holds the admin app's login token, unreadable for scripts (ADR 120). */
export function sessionCookie(
  { publicUrl }: Address,
  token: string,
  { sessionHours }: SignInSettings,
): string {
  return setCookie(publicUrl, NAME, { value: token, seconds: sessionHours * 60 * 60, sameSite: 'Strict' });
}

export function endedSessionCookie({ publicUrl }: Address): string {
  return setCookie(publicUrl, NAME, { value: '', seconds: 0, sameSite: 'Strict' });
}

export function readSessionCookie(request: FastifyRequest, { publicUrl }: Address): string | undefined {
  return readCookie(request, cookieName(publicUrl, NAME));
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
