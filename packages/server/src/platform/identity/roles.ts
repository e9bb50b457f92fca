import type { Role } from '@inlay/protocol/user';

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
