import { isIPv4, isIPv6 } from 'node:net';
import type { TenantId } from '@inlay/protocol/tenant-id';

/**
 * Fair queue keys for password hashes: by tenant, then source address, then username. An attacker chooses usernames
 * freely, so they come last; a valid login from another address is next in line.
 */
export const turnOfLogin = (tenantId: TenantId, ip: string | null, usernameKey: string) => [
  tenantId,
  sourceOf(ip),
  usernameKey,
];

/** An authenticated user does not wait behind others at the same address. */
export const turnOfUser = (tenantId: TenantId, username: string | null) => [
  tenantId,
  `user:${username ?? ''}`,
];

/** Separate from the tenant's logins, so that a long import proceeds however many logins wait. */
export const turnOfImport = (tenantId: TenantId) => [`import:${tenantId}`];

/** The party behind an address. For IPv6 the /64 network (RFC 4291 §2.5.4), since one machine has 2^64 addresses. */
export function sourceOf(ip: string | null): string {
  const text = (ip ?? '').replace(/%.*$/, '');
  const address = isIPv4(text) ? `::ffff:${text}` : text;
  if (!isIPv6(address)) return '';
  const [head = [], tail] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const groups = tail
    ? [...head, ...new Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
    : head;
  const isMappedIpv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return (isMappedIpv4 ? groups.slice(6) : groups.slice(0, 4)).join(':');
}
