import type { FastifyRequest } from 'fastify';

/** The prefix `__Host-` (RFC 6265bis §4.1.3) keeps sibling hosts from setting the cookie; it requires https. */
export function cookieName(publicUrl: URL, name: string): string {
  return publicUrl.protocol === 'https:' ? `__Host-inlay_${name}` : `inlay_${name}`;
}

/** Returns nothing if the cookie was sent twice: without `__Host-`, one of them may be from a sibling host. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const start = `${name}=`;
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  return found.length === 1 ? found[0]?.slice(start.length) || undefined : undefined;
}

/** A cookie that scripts cannot read, for all paths of this host. */
export function setCookie(
  publicUrl: URL,
  name: string,
  {
    value,
    seconds,
    sameSite,
  }: { readonly value: string; readonly seconds: number; readonly sameSite: 'Lax' | 'Strict' },
): string {
  const secure = publicUrl.protocol === 'https:' ? '; Secure' : '';
  return `${cookieName(publicUrl, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}
