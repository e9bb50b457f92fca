import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The address of the caller: the farthest that trusted proxies vouch for. A client can write anything into
 * `X-Forwarded-For`, so that what is no address ends the chain.
 */
export function addressOf(request: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  // From the socket outward.
  const chain = (request.ips ?? [request.ip]).map(withoutPort);
  const end = chain.findIndex((address) => !isIP(address));
  return chain.at(end === -1 ? -1 : Math.max(0, end - 1)) ?? '';
}

/** Some proxies write `203.0.113.7:4711` and `[2001:db8::7]:4711`. Zones have no meaning elsewhere. */
function withoutPort(text: string | undefined): string {
  const [, ipv4, bracketed] = /^(?:([\d.]+):\d+|\[([^\]]*)\](?::\d+)?)$/.exec(text ?? '') ?? [];
  return (ipv4 ?? bracketed ?? text ?? '').replace(/%.*$/s, '');
}
