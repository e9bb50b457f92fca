import Type from 'typebox';
import { ALL_PERMISSIONS, type Permission } from './permission.ts';
import { Nullable } from './schema-parts.ts';

/** What each role may do. Owners can also make, change and delete owners. */
export const ADMIN_ROLES = {
  owner: ALL_PERMISSIONS,
  administrator: ALL_PERMISSIONS,
  'data-manager': ['data:read', 'data:write', 'data:query', 'content:read', 'settings:read', 'usage:read'],
  'content-author': [
    'content:read',
    'content:write',
    'embeds:write',
    'data:read',
    'data:query',
    'settings:read',
    'usage:read',
  ],
  auditor: ALL_PERMISSIONS.filter((permission) => /:(?:read|query)$/.test(permission)),
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type AdminRole = keyof typeof ADMIN_ROLES;

export const ALL_ADMIN_ROLES = Object.keys(ADMIN_ROLES) as readonly AdminRole[];

export const AdminRoleSchema = Nullable(
  Type.Enum(ALL_ADMIN_ROLES as [AdminRole, ...AdminRole[]], {
    title: 'AdminRole',
    description:
      'What the user may do in the admin app and the API. `owner` and `administrator` have `ADMIN` in `roles`, the others do not: ' +
      '`data-manager` manages connections, files and datasets, `content-author` apps and embeds, `auditor` reads everything. ' +
      'Null for people who only view content, according to their privileges.',
  }),
);

/** Owners and administrators are the users whose specified role is `ADMIN`. */
export const isAdminRole = (role: AdminRole | null): role is 'owner' | 'administrator' =>
  role === 'owner' || role === 'administrator';
