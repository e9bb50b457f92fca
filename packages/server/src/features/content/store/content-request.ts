import { ALL_PERMISSIONS } from '@inlay/protocol/permission';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { type AuditEvent, recordEvent } from '../../../platform/audit/record-event.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import type { ContentCaller, ContentGrants, PrivilegeName } from '../../../platform/identity/permissions.ts';
import type { Principal } from '../../../platform/identity/principal.ts';
import { type ContextReader, createContextReader } from '../../../platform/rules/context-reading.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { findUser, type UserWithGroups } from '../../users/index.ts';
import { appIdsOfWorkspace, type ContentScope } from './items.ts';

/** A request about content, made once by the route or command that serves it. */
export interface ContentRequest extends Acting {
  readonly services: Pick<Services, 'store' | 'time'>;
  readonly tenantId: TenantId;
  /** Whose rights decide. */
  readonly as: ContentCaller;
}

/** The transaction of a change, when it happens, and who makes it. */
export interface ContentWrite extends Acting {
  readonly transaction: Queries;
  readonly tenantId: TenantId;
  readonly at: number;
  /** The actor is a viewer in a builder, whose name other viewers may read. */
  readonly byViewer: boolean;
}

export function writeContent<T>(
  { services: { store, time }, tenantId, actor, caller }: Omit<ContentRequest, 'as'>,
  work: (write: ContentWrite) => Promise<T>,
): Promise<T> {
  return store.write((transaction) =>
    work({ transaction, tenantId, at: time.now(), actor, byViewer: false, caller }),
  );
}

/** Adds the change to the audit log, in its own transaction. */
export function recordChange(
  { transaction, tenantId, at, actor, caller }: ContentWrite,
  event: Omit<AuditEvent, 'actor' | 'outcome'>,
): Promise<void> {
  return recordEvent(transaction, tenantId, at, caller, { ...event, actor });
}

/** The operator at the command line. */
export const FULL_ACCESS: ContentCaller = granted({
  permissions: new Set(ALL_PERMISSIONS),
  workspaces: null,
});

function granted(grants: ContentGrants): ContentCaller {
  return { grants, viewsEverything: false, workspaceId: null, privileges: () => [] };
}

/** Reads privileges and workspace on every request, so that a change takes effect immediately. */
export async function contentCaller(queries: Queries, principal: Principal): Promise<ContentCaller> {
  const { permissions } = principal;
  if (principal.kind === 'key') return granted({ permissions, workspaces: principal.workspaces });
  if (permissions.has('content:write')) return granted({ permissions, workspaces: null });
  const user = await findUser(queries, principal.tenantId, principal.userId);
  const privileges = JSON.parse(user?.privileges ?? '{}') as Record<string, readonly PrivilegeName[]>;
  return {
    ...(permissions.has('content:read') ? { grants: { permissions, workspaces: null } } : {}),
    viewsEverything: false,
    workspaceId: user?.workspace_id ?? null,
    privileges: (appId) => (Object.hasOwn(privileges, appId) ? (privileges[appId] ?? []) : []),
    ...(user ? { reader: readerOf(user) } : {}),
  };
}

/** A login is not cut to fit a token, so none of its context can have been lost. */
function readerOf({ username, workspace_id, groups, attributes }: UserWithGroups): ContextReader {
  return createContextReader({
    username,
    workspaceId: workspace_id ?? '',
    roles: ['USER'],
    groups,
    attributes: JSON.parse(attributes),
  });
}

/** What a list contains for a caller: the same decision as `isPermitted`, for whole apps. */
export async function scopeOf(
  queries: Queries,
  tenantId: TenantId,
  caller: ContentCaller,
  { isManaged }: { readonly isManaged: boolean },
): Promise<ContentScope> {
  if (caller.grants) return scopeOfGrants(queries, tenantId, caller.grants);
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

async function scopeOfGrants(
  queries: Queries,
  tenantId: TenantId,
  { permissions, workspaces }: ContentGrants,
): Promise<ContentScope> {
  if (!permissions.has('content:read')) return { working: [], published: [], reviewed: [] };
  if (workspaces === null) return { working: 'all', published: [], reviewed: 'all' };
  const apps = await Promise.all(workspaces.map((id) => appIdsOfWorkspace(queries, tenantId, id)));
  return { working: apps.flat(), published: [], reviewed: apps.flat() };
}
