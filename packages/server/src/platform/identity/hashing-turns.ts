import type { TenantId } from '@inlay/protocol/tenant-id';
import { sourceOf } from './source-of.ts';

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
