import Type from 'typebox';

/** What a caller of the API may do, and what each permission includes. Scopes of API keys and roles are sets of them. */
export const PERMISSIONS = {
  'content:read': 'Read apps, tiles, stories, dashboards and embeds, including drafts',
  'content:write': 'Create, change, publish and delete apps, tiles, stories and dashboards',
  'embeds:write': 'Create, change and delete embeds',
  'data:read': 'Read connections, files and datasets, without passwords and rows',
  'data:write': 'Create, change and delete connections, files and datasets',
  'data:query': 'Read the rows of every dataset',
  'users:read': 'Read users',
  'users:write': 'Create, change and delete users and groups',
  'settings:read': 'Read workspaces, groups, themes and settings',
  'settings:write': 'Change workspaces, themes and settings',
  'keys:read': 'List API keys',
  'keys:write': 'Create and revoke API keys, and replace the keys and the secret that embeds use',
  'reports:read': 'Read subscriptions of viewers and their deliveries',
  'reports:write': 'Pause, resume, send and delete subscriptions of viewers',
  'audit:read': 'Read the audit log',
  'usage:read': 'Read usage and quotas',
  scim: 'Provision users and groups with SCIM',
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as readonly Permission[];

export const PermissionSchema = Type.Enum(ALL_PERMISSIONS as [Permission, ...Permission[]], {
  title: 'Permission',
  description: Object.entries(PERMISSIONS)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}.`)
    .join(' '),
});

/** Permissions that concern the apps of a workspace. The others concern the whole tenant. */
export const WORKSPACE_PERMISSIONS = [
  'content:read',
  'content:write',
  'embeds:write',
] as const satisfies readonly Permission[];
