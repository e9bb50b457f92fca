import type { TenantId } from '@inlay/protocol/tenant-id';
import { parseIp } from '../egress/ip-address.ts';

/**
 * Whose turn a password hash takes: the tenants', within a tenant the sources', within a source the usernames'. Whoever
 * floods the login chooses usernames freely, so that they come last; a valid login from another address is next in turn.
 */
export const turnOfLogin = (tenantId: TenantId, ip: string | null, usernameKey: string) => [
  tenantId,
  sourceOf(ip),
  usernameKey,
];

/** Whoever has proved who they are does not wait behind others at the same address. */
export const turnOfUser = (tenantId: TenantId, username: string | null) => [
  tenantId,
  `user:${username ?? ''}`,
];

/** Beside the tenant's own turn: however many wait to log in there, a long import goes on. */
export const turnOfImport = (tenantId: TenantId) => [`import:${tenantId}`];

/** Whom an address stands for. Of an IPv6 address the network (RFC 4291 §2.5.4): one machine has 2^64 addresses to call from. */
export function sourceOf(ip: string | null): string {
  const bytes = parseIp(ip ?? '') ?? [];
  const isMappedIpv4 =
    bytes.length === 16 && bytes.slice(0, 12).every((byte, at) => byte === (at < 10 ? 0 : 255));
  return (isMappedIpv4 ? bytes.slice(12) : bytes.slice(0, 8)).join('.');
}
