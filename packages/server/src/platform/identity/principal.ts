import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Role } from '@inlay/protocol/user';

/** A person of the tenant who logged in to the public API. */
export interface UserPrincipal {
  readonly tenantId: TenantId;
  readonly userId: string;
  readonly username: string;
  readonly roles: readonly Role[];
  readonly tokenHash: string;
}

/** `ADMIN` may do whatever `USER` may. */
export function hasRole(principal: Pick<UserPrincipal, 'roles'>, needed: Role): boolean {
  return principal.roles.includes(needed) || principal.roles.includes('ADMIN');
}
