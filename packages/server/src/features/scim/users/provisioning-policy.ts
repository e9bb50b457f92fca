import { ADMIN_ROLES, type AdminRole, ALL_ADMIN_ROLES, isAdminRole } from '@inlay/protocol/admin-role';
import { isAllowed, type Principal } from '../../../platform/identity/principal.ts';
import type { UserManager, UserWithGroups } from '../../users/index.ts';
import { ScimError } from '../protocol/scim-error.ts';
import type { userChange } from './wanted-user.ts';

/**
 * The roles that a caller can give with SCIM: those that do no more than the caller itself, and never one that manages
 * users and keys (ADR 352).
 */
export function grantableRoles(principal: Pick<Principal, 'permissions'>): readonly AdminRole[] {
  return ALL_ADMIN_ROLES.filter((role) => !isAdminRole(role) && isAllowed(principal, ADMIN_ROLES[role]));
}

/** What SCIM may change of a user with a role that the caller cannot give: nothing that signs somebody in. */
const HARMLESS = ['firstName', 'lastName', 'externalId', 'attributes'];

type Change = ReturnType<typeof userChange>;

/**
 * SCIM takes access away from everybody but owners, and gives none that exceeds the caller's: with a changed username or
 * email address, somebody else could reset the password of an administrator. A deactivation succeeds, whatever else the
 * request contains; what it cannot change stays as it is.
 */
export function permittedChange(
  user: UserWithGroups,
  change: Change,
  grantable: readonly AdminRole[],
): Change {
  const fields = Object.keys(change);
  if (fields.length === 0) return change;
  refuseOwner(user);
  const { adminRole, status } = change;
  const isWithin = user.admin_role === null || grantable.includes(user.admin_role);
  const isPermitted = (field: string) => {
    if (field === 'adminRole') return adminRole == null || grantable.includes(adminRole);
    if (isWithin || HARMLESS.includes(field)) return true;
    return field === 'status' && status === 'disabled';
  };
  if (fields.every(isPermitted)) return change;
  if (status === 'disabled')
    return Object.fromEntries(Object.entries(change).filter(([field]) => isPermitted(field)));
  if (adminRole) refuseRole(adminRole, grantable);
  throw new ScimError(
    403,
    `This user has the role ${user.admin_role}, which this key cannot give. SCIM can deactivate or delete the user and take the role away; change everything else in the admin app.`,
  );
}

export function refuseOwner({ admin_role }: Pick<UserWithGroups, 'admin_role'>): void {
  if (admin_role === 'owner')
    throw new ScimError(403, 'This user is an owner. Owners are managed in the admin app only.');
}

export function refuseRole(role: AdminRole, grantable: readonly AdminRole[]): void {
  if (!grantable.includes(role))
    throw new ScimError(
      403,
      isAdminRole(role)
        ? `SCIM cannot give the role ${role}. Give it in the admin app.`
        : `This API key cannot give the role ${role}, because it lacks permissions of that role.`,
    );
}

/** The rules of the users feature, with those of SCIM checked before. */
export const provisioner = (acting: Pick<UserManager, 'actor' | 'caller'>): UserManager => ({
  ...acting,
  usualRole: 'administrator',
  manages: (role) => role !== 'owner',
});
