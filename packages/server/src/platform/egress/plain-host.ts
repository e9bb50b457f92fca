import { isIPv6 } from 'node:net';

/** The requirements for a host, for error messages. */
export const PLAIN_HOST =
  'must be a host name or an IP address in standard notation, without protocol, port or path';

/**
 * Whether a host is a name or an address that every client reads alike. URL parsing turns `127.1`, `0x7f.1`, `2130706433`
 * or fullwidth digits into `127.0.0.1`, and resolvers agree only in part: a host that would be rewritten is refused, so
 * that the host an administrator reads is the one that is connected to. A slash would be the path of a local socket.
 */
export function isPlainHost(host: string): boolean {
  // With a final dot, caches, certificates and allow-lists would see another name for the same host.
  if (!/^[A-Za-z0-9._:-]+$/.test(host) || host.endsWith('.')) return false;
  const inUrl = isIPv6(host) ? `[${host}]` : host;
  return URL.parse(`http://${inUrl}`)?.hostname === inUrl.toLowerCase();
}
