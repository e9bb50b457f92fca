import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { LOGIN_TOKEN_MS } from '../../platform/identity/login-tokens.ts';

type Address = Pick<Config, 'publicUrl'>;

/** `__Host-` (RFC 6265bis §4.1.3) keeps sibling hosts from setting it; browsers want https for that. */
function nameOf({ publicUrl }: Address): string {
  return publicUrl.protocol === 'https:' ? '__Host-inlay_admin' : 'inlay_admin';
}

/** The admin app's login, where no script can read it (ADR 120). */
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

/** Two of the same name are no session: without `__Host-`, one of them may be a sibling host's. */
export function readSessionCookie(request: FastifyRequest, config: Address): string | undefined {
  const start = `${nameOf(config)}=`;
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  return found.length === 1 ? found[0]?.slice(start.length) || undefined : undefined;
}
