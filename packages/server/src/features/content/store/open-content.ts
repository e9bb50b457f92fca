import type { AppContent } from '@inlay/content/app';
import type { ContentKind } from '@inlay/content/content';
import { diffContent } from '@inlay/protocol/diff-content';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, insufficientScope } from '../../../platform/errors.ts';
import type { IfMatch } from '../../../platform/http/if-match.ts';
import {
  type ContentAction,
  type ContentCaller,
  type ContentSubject,
  isPermitted,
  isPossible,
  statesFor,
} from '../../../platform/identity/permissions.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { takeLock } from '../../../platform/store/take-lock.ts';
import type { ContentWrite } from './content-request.ts';
import { findOwnership } from './dashboard-owners.ts';
import { type ContentItem, findItem } from './items.ts';
import { findRevision } from './revisions.ts';

export function subjectOf(item: ContentItem, app: ContentItem, isOwned: boolean): ContentSubject {
  return {
    kind: item.kind,
    appId: app.id,
    workspaceId: app.workspace_id,
    appIsArchived: app.state === 'archived',
    isOwned,
    state: item.state,
    isPublished: item.published_version !== null,
    wasPublished: item.last_version > 0,
  };
}

/** Throws "not found" if the caller cannot see the content, and "not permitted" if they lack the right. */
export function authorize(caller: ContentCaller, action: ContentAction, subject: ContentSubject): void {
  if (isPermitted(caller, action, subject)) return;
  throw canSee(caller, subject) ? notPermitted(requirementOf(action)) : noSuchContent();
}

export function canSee(caller: ContentCaller, subject: ContentSubject): boolean {
  return (
    isPermitted(caller, 'read-working-copy', subject) ||
    (isPermitted(caller, 'view', subject) && isPossible('view', subject))
  );
}

export const notPermitted = insufficientScope;

/** The specification fixes the body of a 401, so the header says what is missing (RFC 6750 §3). */
function requirementOf(action: ContentAction): string | undefined {
  if (action === 'publish')
    return "Publishing requires the privilege 'validate' on the app, and for a draft 'contribute' as well.";
  return action === 'return' ? "Returning requires the privilege 'validate' on the app." : undefined;
}

/** An API key for some workspaces can neither create apps in others nor move apps there. */
export function refuseOtherWorkspace({ grants }: ContentCaller, kind: ContentKind, content: object): void {
  if (kind !== 'app' || !grants?.workspaces) return;
  const { workspaceId } = content as Partial<AppContent>;
  if (workspaceId === undefined || !grants.workspaces.includes(workspaceId)) throw notPermitted();
}

export const noSuchContent = () => new AppError('NOT_FOUND', { message: 'Not found. Check the id.' });

export async function findWithApp(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  id: string,
): Promise<FoundItem> {
  const item = await findItem(queries, tenantId, kind, id);
  const app = kind === 'app' ? item : item && (await findItem(queries, tenantId, 'app', item.app_id));
  if (!item || !app) throw noSuchContent();
  const isOwned = kind === 'dashboard' && (await findOwnership(queries, tenantId, id)) !== undefined;
  return { item, app, isOwned };
}

export interface FoundItem {
  readonly item: ContentItem;
  readonly app: ContentItem;
  /** A viewer made it in a builder. */
  readonly isOwned: boolean;
}

export interface ContentAddress {
  readonly kind: ContentKind;
  readonly id: string;
}

/** The content to change, in the revision that the caller has read. */
export interface ContentTarget extends ContentAddress {
  readonly ifMatch: IfMatch;
}

interface IntendedChange extends ContentTarget {
  readonly action: ContentAction;
  readonly as: ContentCaller;
}

/** Locks the app, authorizes `action`, checks `ifMatch`, returns the item. */
export async function openForChange(
  { transaction, tenantId }: Pick<ContentWrite, 'transaction' | 'tenantId'>,
  { kind, id, action, as, ifMatch }: IntendedChange,
): Promise<{ readonly item: ContentItem; readonly app: ContentItem }> {
  const before = await findWithApp(transaction, tenantId, kind, id);
  await takeLock(transaction, 'app', tenantId, before.app.id);
  return openLocked({ transaction, tenantId }, { kind, id, action, as, ifMatch });
}

/** As `openForChange`, of an app that is locked. */
export async function openLocked(
  { transaction, tenantId }: Pick<ContentWrite, 'transaction' | 'tenantId'>,
  { kind, id, action, as, ifMatch }: IntendedChange,
): Promise<{ readonly item: ContentItem; readonly app: ContentItem }> {
  const { item, app, isOwned } = await findWithApp(transaction, tenantId, kind, id);
  const subject = subjectOf(item, app, isOwned);
  authorize(as, action, subject);
  if (ifMatch !== 'any' && !ifMatch.includes(item.revision)) {
    throw await staleContent(transaction, tenantId, item, ifMatch[0]);
  }
  if (!isPossible(action, subject)) {
    const states = statesFor(action).join(' or ');
    throw new AppError('CONFLICT', {
      message: `The content is ${item.state}; '${action}' requires it to be ${states}.`,
      details: { state: item.state },
    });
  }
  return { item, app };
}

/**
 * The 412 error: who changed the item and what, since the revision that the caller has read. `redact` removes parts
 * that the caller may not see.
 */
export async function staleContent(
  queries: Queries,
  tenantId: TenantId,
  item: ContentItem,
  readRevision: number | undefined,
  redact: (content: object) => object = (content) => content,
): Promise<AppError> {
  const known =
    readRevision === undefined
      ? undefined
      : await findRevision(queries, tenantId, item, { revision: readRevision });
  const changes = known && diffContent(redact(JSON.parse(known.content)), redact(JSON.parse(item.draft)));
  // Overtaken between reading and writing: the item does not say by whom.
  const isOvertaken = readRevision === item.revision;
  const updatedBy = isOvertaken ? null : item.updated_by;
  const who = updatedBy ?? (isOvertaken ? 'Somebody' : 'An administrator');
  const what = changes?.length ? ` (${summary(changes.map(({ path }) => path))})` : '';
  return new AppError('STALE_VERSION', {
    message: `${who} changed this in the meantime${what}. Reload it and make your change again.`,
    details: {
      revision: item.revision,
      state: item.state,
      updatedBy,
      updatedAt: new Date(item.updated_at).toISOString(),
      changes: changes ?? null,
    },
    headers: { etag: `"${item.revision}"` },
  });
}

function summary(paths: readonly string[]): string {
  const firstPaths = paths.slice(0, 3).join(', ');
  return paths.length > 3 ? `${firstPaths} and ${paths.length - 3} more` : firstPaths;
}
