import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Role } from '@inlay/protocol/user';

/** A user who logged in to the public API. */
export interface UserPrincipal {
  readonly tenantId: TenantId;
  readonly userId: string;
  readonly username: string;
  readonly roles: readonly Role[];
  readonly tokenHash: string;
}

/** `ADMIN` includes `USER`. */
export function hasRole(principal: Pick<UserPrincipal, 'roles'>, needed: Role): boolean {
  return principal.roles.includes(needed) || principal.roles.includes('ADMIN');
}

/** Roles as a column value: sorted, so that only three values exist and an index finds them. */
export function formatRoles(roles: readonly Role[]): string {
  return [...new Set(roles)].sort().join(',');
}

export function parseRoles(column: string): Role[] {
  return column.split(',') as Role[];
}

/** Column values that include a role, for an indexed filter. */
export function columnsWithRole(role: Role): string[] {
  return ['ADMIN', 'ADMIN,USER', 'USER'].filter((column) => parseRoles(column).includes(role));
}
