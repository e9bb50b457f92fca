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

/** Roles as a column holds them: sorted, so that there are three values only and an index can find them. */
export function formatRoles(roles: readonly Role[]): string {
  return [...new Set(roles)].sort().join(',');
}

export function parseRoles(column: string): Role[] {
  return column.split(',') as Role[];
}

/** The columns that include a role, for a filter that an index can serve. */
export function columnsWithRole(role: Role): string[] {
  return ['ADMIN', 'ADMIN,USER', 'USER'].filter((column) => parseRoles(column).includes(role));
}
