import type { TenantId } from '@inlay/protocol/tenant-id';
import { parseIp } from '../egress/ip-address.ts';

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
  const bytes = parseIp(ip ?? '') ?? [];
  const isMappedIpv4 =
    bytes.length === 16 && bytes.slice(0, 12).every((byte, at) => byte === (at < 10 ? 0 : 255));
  return (isMappedIpv4 ? bytes.slice(12) : bytes.slice(0, 8)).join('.');
}
