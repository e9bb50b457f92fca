import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Caller } from '../../platform/identity/acting.ts';
import type { ContentCaller, PrivilegeName } from '../../platform/identity/permissions.ts';
import { hasRole, type UserPrincipal } from '../../platform/identity/principal.ts';
import { type ContextReader, createContextReader } from '../../platform/rules/context-reading.ts';
import type { Queries } from '../../platform/store/store.ts';
import { findUser, type UserWithGroups } from '../users/index.ts';
import { appIdsOfWorkspace, type ContentScope } from './items.ts';

/** Who changes content, for the decision and for the audit trail. */
export interface ContentActing {
  readonly as: ContentCaller;
  readonly actor: string | null;
  readonly caller: Caller;
}

/** Administrators, and the operator at the command line. */
export const EVERYTHING: ContentCaller = {
  token: 'login',
  admin: true,
  workspaceId: null,
  privileges: () => [],
};

/** Reads privileges and workspace anew on each request, so that a change of them takes effect at once. */
export async function contentCaller(queries: Queries, principal: UserPrincipal): Promise<ContentCaller> {
  if (hasRole(principal, 'ADMIN')) return EVERYTHING;
  const user = await findUser(queries, principal.tenantId, principal.userId);
  const privileges = JSON.parse(user?.privileges ?? '{}') as Record<string, readonly PrivilegeName[]>;
  return {
    token: 'login',
    admin: false,
    workspaceId: user?.workspace_id ?? null,
    privileges: (appId) => (Object.hasOwn(privileges, appId) ? (privileges[appId] ?? []) : []),
    ...(user ? { reader: readerOf(user) } : {}),
  };
}

/** Nothing of a login was signed by a host, so that nothing of it can have been lost. */
function readerOf({ username, workspace_id, groups, attributes }: UserWithGroups): ContextReader {
  return createContextReader({
    username,
    workspaceId: workspace_id ?? '',
    roles: ['USER'],
    groups,
    attributes: JSON.parse(attributes),
  });
}

/** What lists show to a caller: the same decision as `isPermitted`, for whole apps. */
export async function scopeOf(
  queries: Queries,
  tenantId: TenantId,
  caller: ContentCaller,
  { isManaged }: { readonly isManaged: boolean },
): Promise<ContentScope> {
  if (caller.admin && caller.token === 'login') return { working: 'all', published: [], reviewed: 'all' };
  if (caller.workspaceId === null) return { working: [], published: [], reviewed: [] };
  const apps = await appIdsOfWorkspace(queries, tenantId, caller.workspaceId);
  const isWorking = (appId: string) =>
    !isManaged && caller.privileges(appId).some((name) => name === 'contribute' || name === 'validate');
  return {
    working: apps.filter(isWorking),
    published: apps.filter((appId) => caller.privileges(appId).length > 0 && !isWorking(appId)),
    reviewed: apps.filter((appId) => caller.privileges(appId).includes('validate')),
  };
}
