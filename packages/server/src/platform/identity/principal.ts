import { ADMIN_ROLES, type AdminRole, ALL_ADMIN_ROLES } from '@inlay/protocol/admin-role';
import type { Permission } from '@inlay/protocol/permission';
import type { SignInMethod } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Role } from '@inlay/protocol/user';

/** Who calls the public API: a user who logged in, or a program with an API key. */
export type Principal = UserPrincipal | KeyPrincipal;

interface AnyPrincipal {
  readonly tenantId: TenantId;
  /** Of the user or of the key; the actor in the audit log. */
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
}

export interface UserPrincipal extends AnyPrincipal {
  readonly kind: 'user';
  readonly userId: string;
  readonly adminRole: AdminRole | null;
  readonly tokenHash: string;
  readonly method: SignInMethod;
  /** Whether the session began with a second factor, or with a method that is as good as two. */
  readonly hasSecondFactor: boolean;
  /** The id of the identity provider. */
  readonly provider: string | null;
  /** The last time the person proved who they are. */
  readonly verifiedAt: number;
  /** Whether the admin app began the session, and not a program. */
  readonly isBrowser: boolean;
}

export interface KeyPrincipal extends AnyPrincipal {
  readonly kind: 'key';
  readonly keyId: string;
  /** The workspaces whose apps it reaches; null for all. */
  readonly workspaces: readonly string[] | null;
}

const byRole = new Map<AdminRole | null, ReadonlySet<Permission>>([
  [null, new Set()],
  ...ALL_ADMIN_ROLES.map((role) => [role, new Set<Permission>(ADMIN_ROLES[role])] as const),
]);

/** A role that this version does not know allows nothing. */
export const permissionsOf = (role: AdminRole | null): ReadonlySet<Permission> =>
  byRole.get(role) ?? new Set();

export const isAllowed = (
  { permissions }: Pick<AnyPrincipal, 'permissions'>,
  needed: readonly Permission[],
) => needed.every((permission) => permissions.has(permission));

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
