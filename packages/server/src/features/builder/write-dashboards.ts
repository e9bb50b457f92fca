import { isDeepStrictEqual } from 'node:util';
import {
  type BuilderContent,
  type DashboardNames,
  type NewDashboard,
  NewDashboardSchema,
  type NewSharing,
  type Publication,
  type PublishedGroups,
} from '@inlay/content/builder';
import type { Dashboard, DashboardContent } from '@inlay/content/dashboard';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { AppError, fieldsInvalid, refuseFields } from '../../platform/errors.ts';
import { newId } from '../../platform/new-id.ts';
import type { Queries } from '../../platform/store/store.ts';
import { takeLock } from '../../platform/store/take-lock.ts';
import {
  applyTransition,
  type ContentWrite,
  countOwned,
  type DataAccess,
  editIn,
  findCopy,
  findItem,
  insertContent,
  insertOwnership,
  ONLY_ME,
  type Ownership,
  recordChange,
  refuseUnreachedTiles,
  removeIn,
  replaceSharing,
  setOriginVersion,
  writeContent,
  writeTransition,
} from '../content/index.ts';
import { type BuilderContext, readBuilderContext } from './builder-context.ts';
import { checkCanvas } from './check-canvas.ts';
import { dashboardRights } from './dashboard-rights.ts';
import {
  type DashboardTarget,
  type FoundDashboard,
  findDashboard,
  type OpenedDashboard,
  openDashboard,
  visibleDashboard,
} from './find-dashboard.ts';
import type { Builder, BuilderRequest } from './open-builder.ts';
import { withGroups } from './published-groups.ts';
import { isNamedToViewers } from './readable-names.ts';
import { viewContent } from './view-dashboard.ts';

/** Old dashboards should be deleted, not collected. */
export const MAX_DASHBOARDS_PER_USER = 200;

/** Runs a change that the viewer of a builder makes, in one transaction. */
export function writeInBuilder<T>(
  { services, builder, caller }: BuilderRequest,
  work: (write: ContentWrite) => Promise<T>,
): Promise<T> {
  const { tenantId, username } = builder.viewer;
  return writeContent({ services, tenantId, actor: username, caller }, async (write) =>
    work({ ...write, byViewer: await isNamedToViewers(write.transaction, builder) }),
  );
}

/** Everybody is limited to what the builder offers them, except an administrator at work. */
export const accessIn = ({ builder, accessible }: BuilderContext): DataAccess =>
  builder.viewer.bypassesRowRules ? 'everything' : { datasets: accessible };

/**
 * A private dashboard of the viewer: empty, a copy of one that they see, or with the content sent, which may have begun
 * as a copy.
 */
export async function createDashboard(request: BuilderRequest, sent: unknown): Promise<OpenedDashboard> {
  const { builder } = request;
  if (!builder.contributes) throw new AppError('NOT_PERMITTED');
  const { id = newId(), title, from, content } = readNew(sent);
  return writeInBuilder(request, async (write) => {
    const { transaction, tenantId } = write;
    await takeLock(transaction, 'app', tenantId, builder.appItem.id);
    // The answer to an earlier request did not arrive: the page decides what to do with its changes since then.
    if (await findItem(transaction, tenantId, 'dashboard', id))
      await openDashboard(transaction, builder, { id, action: 'edit', ifMatch: [] });
    const context = await readBuilderContext(transaction, builder);
    const original =
      from === undefined
        ? undefined
        : await findDashboard(transaction, context, from).catch((error) => {
            // Content that began as a copy is stored even if its original is gone by now.
            if (!content || !(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
          });
    const start = original && contentToCopy(context, original);
    const begun = content ?? start ?? { title: 'Untitled', items: [] };
    const checked = checkCanvas(context, title === undefined ? begun : { ...begun, title });
    await refuseUnreachedTiles(transaction, tenantId, {
      appId: builder.appItem.id,
      content: checked,
      // A copy keeps the filter wiring of its original.
      ...(start && { before: start as DashboardContent }),
    });
    await insertOwned(write, builder, { id, content: checked, origin: null });
    return reopened(transaction, context, id);
  });
}

/** What a new dashboard made from this one begins with: as in a personal copy, without parts with inaccessible data. */
export function contentToCopy(
  context: BuilderContext,
  { item: { id }, view }: FoundDashboard,
): BuilderContent {
  const whole = { ...view.content, id } as Dashboard;
  const kept = viewContent(context, whole, 'working', { onlyAccessible: true })?.content;
  return kept ?? { title: view.content.title, items: [] };
}

/** The dashboard after a change, with the context that was read for the change. */
async function reopened(transaction: Queries, context: BuilderContext, id: string): Promise<OpenedDashboard> {
  return { ...(await findDashboard(transaction, context, id)), context };
}

function readNew(sent: unknown): NewDashboard {
  if (typeof (sent ?? {}) !== 'object' || Array.isArray(sent))
    throw new AppError('REQUEST_INVALID', { message: 'The request body must be a JSON object.' });
  const { content, ...rest } = (sent ?? {}) as NewDashboard;
  // `checkCanvas` validates the canvas with better messages.
  const { content: _, ...properties } = NewDashboardSchema.properties;
  const problems = shapeErrors({ ...NewDashboardSchema, properties }, rest);
  refuseFields(problems);
  if (content !== undefined && (typeof content !== 'object' || content === null))
    throw fieldsInvalid([{ path: '/content', problem: 'must be an object' }]);
  return content === undefined ? rest : { ...rest, content };
}

interface OwnedDashboard {
  /** Random, not derived from the title: other people's dashboard ids must not be guessable. */
  readonly id: string;
  readonly content: DashboardContent;
  readonly origin: Ownership['origin'];
}

async function insertOwned(
  write: ContentWrite,
  { appItem: { id: appId }, me, viewer: { username } }: Builder,
  { id, content, origin }: OwnedDashboard,
): Promise<void> {
  const { transaction, tenantId, byViewer } = write;
  const have = await countOwned(transaction, tenantId, appId, me);
  if (have >= MAX_DASHBOARDS_PER_USER)
    throw new AppError('QUOTA_REACHED', {
      message: `You have ${have} dashboards, and the maximum is ${MAX_DASHBOARDS_PER_USER}. Delete one that you no longer need.`,
      details: { limit: MAX_DASHBOARDS_PER_USER, have },
    });
  await insertContent(write, { kind: 'dashboard', id, appId, content });
  const ownership = { owner: me, username, byViewer, sharing: ONLY_ME, origin };
  await insertOwnership(transaction, tenantId, { dashboardId: id, appId, ownership });
}

/** Replaces the canvas and nothing else. */
export async function saveDashboard(
  request: BuilderRequest,
  target: DashboardTarget,
  sent: unknown,
): Promise<OpenedDashboard> {
  return writeInBuilder(request, async (write) => {
    const opened = await openDashboard(write.transaction, request.builder, { ...target, action: 'edit' });
    const { context, ownership } = opened;
    const before = JSON.parse(opened.item.draft) as DashboardContent;
    const content = checkCanvas(context, sent, before);
    const item = await editIn(write, opened.item, { action: 'change', content, access: accessIn(context) });
    // `checkCanvas` refused inaccessible parts, so the owner still sees everything they saved.
    return { ...opened, ...visibleDashboard(context, item, ownership) };
  });
}

export async function renameDashboard(
  request: BuilderRequest,
  target: DashboardTarget,
  { title, description }: DashboardNames,
): Promise<OpenedDashboard> {
  return writeInBuilder(request, async (write) => {
    const { item, context } = await openDashboard(write.transaction, request.builder, {
      ...target,
      action: 'edit',
    });
    const { description: former, ...rest } = JSON.parse(item.draft) as DashboardContent;
    const kept = description === undefined ? former : (description ?? undefined);
    const content = {
      ...rest,
      ...(title === undefined ? {} : { title }),
      ...(kept === undefined ? {} : { description: kept }),
    };
    await editIn(write, item, { action: 'change', content, access: accessIn(context) });
    return reopened(write.transaction, context, target.id);
  });
}

export async function deleteDashboard(request: BuilderRequest, target: DashboardTarget): Promise<void> {
  await writeInBuilder(request, async (write) => {
    const { item } = await openDashboard(write.transaction, request.builder, { ...target, action: 'delete' });
    await removeIn(write, item, 'viewer');
  });
}

export async function transitionDashboard(
  request: BuilderRequest,
  target: DashboardTarget,
  { transition, comment, groups }: DashboardTransition,
): Promise<OpenedDashboard> {
  const { builder } = request;
  return writeInBuilder(request, async (write) => {
    const opened = await openDashboard(write.transaction, builder, { ...target, action: transition });
    const access = accessIn(opened.context);
    const content =
      groups === undefined ? undefined : withGroups(builder, JSON.parse(opened.item.draft), groups);
    const item = await applyTransition(write, opened.item, { transition, comment, access, content });
    // After a return only the owner sees the dashboard, so this response is the reviewer's last view of it.
    return { ...opened, item, rights: dashboardRights(builder, item, opened.ownership) };
  });
}

/** Publishes a dashboard, unchanged, to other groups. */
export async function changeGroups(
  request: BuilderRequest,
  target: DashboardTarget,
  { groups }: PublishedGroups,
): Promise<OpenedDashboard> {
  const { builder } = request;
  return writeInBuilder(request, async (write) => {
    const opened = await openDashboard(write.transaction, builder, { ...target, action: 'groups' });
    const before: DashboardContent = JSON.parse(opened.item.draft);
    const content = withGroups(builder, before, groups);
    if (isDeepStrictEqual(content.visibility, before.visibility)) return opened;
    const item = await writeTransition(write, opened.item, { transition: 'publish', content });
    // A publisher who is in none of the new groups sees it here for the last time.
    return { ...opened, item, ...visibleDashboard(opened.context, item, opened.ownership) };
  });
}

interface DashboardTransition extends Publication {
  readonly transition: 'submit' | 'publish' | 'return';
}

/** The viewer's copy of a published dashboard, linked to its original. Each person has at most one. */
export async function copyDashboard(
  request: BuilderRequest,
  id: string,
): Promise<{ readonly copy: OpenedDashboard; readonly isNew: boolean }> {
  const { builder } = request;
  return writeInBuilder(request, async (write) => {
    const { transaction, tenantId } = write;
    const target = { id, action: 'copy', ifMatch: 'any' } as const;
    const { item, context } = await openDashboard(transaction, builder, target);
    const owned = { appId: builder.appItem.id, owner: builder.me, originId: id };
    const existing = await findCopy(transaction, tenantId, owned);
    if (existing !== undefined) return { copy: await reopened(transaction, context, existing), isNew: false };
    const { view } = await findDashboard(transaction, context, id, 'published');
    const origin = { id, version: item.published_version ?? 0 };
    const copy = newId();
    await insertOwned(write, builder, { id: copy, content: view.content, origin });
    return { copy: await reopened(transaction, context, copy), isNew: true };
  });
}

/** Resets a personal copy to what its original is now. */
export async function resetDashboard(
  request: BuilderRequest,
  target: DashboardTarget,
): Promise<OpenedDashboard> {
  return writeInBuilder(request, async (write) => {
    const { transaction, tenantId } = write;
    const { item, ownership, context } = await openDashboard(transaction, request.builder, {
      ...target,
      action: 'reset',
    });
    const originId = ownership?.origin?.id ?? '';
    const origin = await findDashboard(transaction, context, originId, 'published').catch((error) => {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      throw new AppError('CONFLICT', { message: 'You no longer have access to the original of this copy.' });
    });
    const { visibility } = JSON.parse(item.draft) as DashboardContent;
    // Reset changes what the copy shows, not who sees it.
    const content = { ...origin.view.content, ...(visibility && { visibility }) };
    // As with a new copy: the original shows the viewer this data already.
    await editIn(write, item, { action: 'reset', content, access: 'everything' });
    await setOriginVersion(transaction, tenantId, target.id, origin.item.published_version ?? 0);
    return reopened(transaction, context, target.id);
  });
}

/** Shares with groups that the viewer is a member of. */
export async function shareDashboard(
  request: BuilderRequest,
  id: string,
  { with: whom, groups, right }: NewSharing,
): Promise<OpenedDashboard> {
  const { builder } = request;
  return writeInBuilder(request, async (write) => {
    const { transaction, tenantId } = write;
    const target = { id, action: 'share', ifMatch: 'any' } as const;
    const { context } = await openDashboard(transaction, builder, target);
    const chosen = whom === 'groups' ? [...new Set(groups ?? builder.groups)] : [];
    const foreign = chosen.find((group) => !builder.groups.includes(group));
    if (foreign !== undefined)
      throw fieldsInvalid([
        { path: '/groups', problem: `contains a group that you do not belong to: '${foreign}'` },
      ]);
    if (whom === 'groups' && chosen.length === 0)
      throw fieldsInvalid([
        { path: '/with', problem: "cannot be 'groups' because you do not belong to any group" },
      ]);
    await replaceSharing(transaction, tenantId, id, { with: whom, groups: chosen, right });
    await recordChange(write, {
      action: 'dashboard.share',
      target: id,
      details: { app: builder.appItem.id, with: whom, groups: chosen, right },
    });
    return reopened(transaction, context, id);
  });
}
