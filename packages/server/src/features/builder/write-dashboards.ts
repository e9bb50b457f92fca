import {
  type BuilderContent,
  type DashboardNames,
  type NewDashboard,
  NewDashboardSchema,
  type NewSharing,
} from '@inlay/protocol/builder';
import type { Dashboard, DashboardContent } from '@inlay/protocol/dashboard';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { AppError, fieldsInvalid, refuseFields } from '../../platform/errors.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import type { Caller } from '../../platform/identity/acting.ts';
import { newId } from '../../platform/new-id.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import {
  applyTransition,
  countOwned,
  editIn,
  findCopy,
  insertContent,
  insertOwnership,
  lockApp,
  ONLY_ME,
  type Ownership,
  refuseForeignFilterTiles,
  removeIn,
  replaceSharing,
  setOriginVersion,
  type Writer,
} from '../content/index.ts';
import { checkCanvas } from './check-canvas.ts';
import { dashboardRights } from './dashboard-rights.ts';
import {
  findDashboard,
  type OpenedDashboard,
  openDashboard,
  readBuilderContext,
  visibleDashboard,
} from './find-dashboard.ts';
import type { Builder } from './open-builder.ts';
import { type BuilderContext, viewContent } from './view-dashboard.ts';

/** Dashboards that one person may have in one app: what nobody looks at any more should go. */
export const MAX_DASHBOARDS_PER_USER = 200;

type Writing = Pick<Services, 'store' | 'clock'>;

const acting = ({ viewer }: Builder, caller: Caller) => ({ actor: viewer.username, caller });

/** A canvas is checked against what the builder offers everybody; what an administrator publishes is theirs to decide. */
export const writing = ({ builder, accessible }: BuilderContext, caller: Caller): Writer => ({
  ...acting(builder, caller),
  access: builder.viewer.isUnruled ? 'everything' : { datasets: accessible },
});

/** A new dashboard, of one's own and for oneself alone: empty, as sent, or a copy of what one sees. */
export async function createDashboard(
  { store, clock }: Writing,
  builder: Builder,
  sent: unknown,
  caller: Caller,
): Promise<OpenedDashboard> {
  if (!builder.contributes) throw new AppError('NOT_PERMITTED');
  const { title, from, content } = readNew(sent);
  return store.write(async (transaction) => {
    await lockApp(transaction, builder.viewer.tenantId, builder.appItem.id);
    const context = await readBuilderContext(transaction, builder);
    const begin = async (): Promise<BuilderContent> => {
      if (content) return title === undefined ? content : { ...content, title };
      if (from === undefined) return { title: title ?? 'Untitled', items: [] };
      const { view } = await findDashboard(transaction, context, from);
      // As with a personal copy: parts that are out of reach stay with the original.
      const whole = { ...view.content, id: from } as Dashboard;
      const access = viewContent(context, whole, 'working', { onlyAccessible: true })?.content;
      return { ...(access ?? { items: [] }), title: title ?? view.content.title };
    };
    const checked = checkCanvas(context, await begin());
    // A copy keeps the wiring of what it was made from.
    if (from === undefined) await refuseForeignFilterTiles(transaction, builder.viewer.tenantId, checked);
    const own = { owner: builder.me, username: builder.viewer.username, sharing: ONLY_ME, origin: null };
    const id = await insertOwned(transaction, builder, checked, own, caller, clock());
    return reopened(transaction, context, id);
  });
}

/** As it is after a change, judged by what was read for that change. */
async function reopened(transaction: Queries, context: BuilderContext, id: string): Promise<OpenedDashboard> {
  return { ...(await findDashboard(transaction, context, id)), context };
}

function readNew(sent: unknown): NewDashboard {
  if (typeof (sent ?? {}) !== 'object' || Array.isArray(sent))
    throw new AppError('REQUEST_INVALID', { message: 'The request body must be a JSON object.' });
  const { content, ...rest } = (sent ?? {}) as NewDashboard;
  // The canvas is checked with its own words, by `checkCanvas`.
  const { content: _, ...properties } = NewDashboardSchema.properties;
  const problems = shapeErrors({ ...NewDashboardSchema, properties }, rest);
  refuseFields(problems);
  if (content !== undefined && rest.from !== undefined)
    throw fieldsInvalid([{ path: '/from', problem: 'must not be sent together with content' }]);
  if (content !== undefined && (typeof content !== 'object' || content === null))
    throw fieldsInvalid([{ path: '/content', problem: 'must be an object' }]);
  return content === undefined ? rest : { ...rest, content };
}

async function insertOwned(
  transaction: Queries,
  builder: Builder,
  content: DashboardContent,
  ownership: Ownership,
  caller: Caller,
  at: number,
): Promise<string> {
  const { tenantId } = builder.viewer;
  const appId = builder.appItem.id;
  const have = await countOwned(transaction, tenantId, appId, builder.me);
  if (have >= MAX_DASHBOARDS_PER_USER)
    throw new AppError('QUOTA_REACHED', {
      message: `You have ${have} dashboards here, and ${MAX_DASHBOARDS_PER_USER} is the most. Delete one that you no longer need.`,
      details: { limit: MAX_DASHBOARDS_PER_USER, have },
    });
  // Not made from the title: identifiers of other people's dashboards must not be guessed.
  const id = newId();
  await insertContent(
    transaction,
    tenantId,
    { kind: 'dashboard', id, appId, content },
    acting(builder, caller),
    at,
  );
  await insertOwnership(transaction, tenantId, id, appId, ownership);
  return id;
}

/** Replaces the canvas, and nothing else. */
export async function saveDashboard(
  { store, clock }: Writing,
  builder: Builder,
  id: string,
  sent: unknown,
  ifMatch: IfMatch,
  caller: Caller,
): Promise<OpenedDashboard> {
  return store.write(async (transaction) => {
    const opened = await openDashboard(transaction, builder, id, 'edit', ifMatch);
    const before = JSON.parse(opened.item.draft) as DashboardContent;
    const content = checkCanvas(opened.context, sent, before);
    const item = await editIn(
      transaction,
      builder.viewer.tenantId,
      opened.item,
      content,
      { action: 'change', at: clock() },
      writing(opened.context, caller),
    );
    // What is out of reach was refused above, so that the owner still sees what they saved.
    return { ...opened, ...visibleDashboard(opened.context, item, opened.ownership) };
  });
}

export async function renameDashboard(
  { store, clock }: Writing,
  builder: Builder,
  id: string,
  { title, description }: DashboardNames,
  ifMatch: IfMatch,
  caller: Caller,
): Promise<OpenedDashboard> {
  return store.write(async (transaction) => {
    const { item, context } = await openDashboard(transaction, builder, id, 'edit', ifMatch);
    const { description: was, ...rest } = JSON.parse(item.draft) as DashboardContent;
    const told = description === undefined ? was : (description ?? undefined);
    const content = {
      ...rest,
      ...(title === undefined ? {} : { title }),
      ...(told === undefined ? {} : { description: told }),
    };
    const step = { action: 'change', at: clock() };
    await editIn(transaction, builder.viewer.tenantId, item, content, step, writing(context, caller));
    return reopened(transaction, context, id);
  });
}

export async function deleteDashboard(
  { store, clock }: Writing,
  builder: Builder,
  id: string,
  ifMatch: IfMatch,
  caller: Caller,
): Promise<void> {
  await store.write(async (transaction) => {
    const { item } = await openDashboard(transaction, builder, id, 'delete', ifMatch);
    await removeIn(transaction, builder.viewer.tenantId, item, acting(builder, caller), clock());
  });
}

export async function transitionDashboard(
  { store, clock }: Writing,
  builder: Builder,
  id: string,
  move: 'submit' | 'publish' | 'return',
  { comment, ifMatch }: { readonly comment: string | undefined; readonly ifMatch: IfMatch },
  caller: Caller,
): Promise<OpenedDashboard> {
  return store.write(async (transaction) => {
    const opened = await openDashboard(transaction, builder, id, move, ifMatch);
    const how = { comment, at: clock() };
    const tenantId = builder.viewer.tenantId;
    const writer = writing(opened.context, caller);
    const item = await applyTransition(transaction, tenantId, opened.item, move, how, writer);
    // Whoever returns it sees it for the last time here: it is the owner's again.
    return { ...opened, item, rights: dashboardRights(builder, item, opened.ownership) };
  });
}

/** One's own copy of what is published, which remembers where it comes from. There is one for each person. */
export async function copyDashboard(
  { store, clock }: Writing,
  builder: Builder,
  id: string,
  caller: Caller,
): Promise<{ readonly copy: OpenedDashboard; readonly isNew: boolean }> {
  return store.write(async (transaction) => {
    const { tenantId, username } = builder.viewer;
    const { item, context } = await openDashboard(transaction, builder, id, 'copy', 'any');
    const existing = await findCopy(transaction, tenantId, builder.appItem.id, builder.me, id);
    if (existing !== undefined) return { copy: await reopened(transaction, context, existing), isNew: false };
    const { view } = await findDashboard(transaction, context, id, 'published');
    const origin = { id, version: item.published_version ?? 0 };
    const own = { owner: builder.me, username, sharing: ONLY_ME, origin };
    const copy = await insertOwned(transaction, builder, view.content, own, caller, clock());
    return { copy: await reopened(transaction, context, copy), isNew: true };
  });
}

/** Makes a personal copy what its origin is now. */
export async function resetDashboard(
  { store, clock }: Writing,
  builder: Builder,
  id: string,
  ifMatch: IfMatch,
  caller: Caller,
): Promise<OpenedDashboard> {
  return store.write(async (transaction) => {
    const { item, ownership, context } = await openDashboard(transaction, builder, id, 'reset', ifMatch);
    const originId = ownership?.origin?.id ?? '';
    const origin = await findDashboard(transaction, context, originId, 'published').catch((error) => {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      throw new AppError('CONFLICT', { message: 'What this is a copy of is no longer shown to you.' });
    });
    const { tenantId } = builder.viewer;
    const step = { action: 'reset', at: clock() };
    // As with a new copy: what its origin shows them already is no more than they have.
    const writer = { ...acting(builder, caller), access: 'everything' } as const;
    await editIn(transaction, tenantId, item, origin.view.content, step, writer);
    await setOriginVersion(transaction, tenantId, id, origin.item.published_version ?? 0);
    return reopened(transaction, context, id);
  });
}

/** Only with groups that one is in oneself. */
export async function shareDashboard(
  { store, clock }: Writing,
  builder: Builder,
  id: string,
  { with: whom, groups, right }: NewSharing,
  caller: Caller,
): Promise<OpenedDashboard> {
  return store.write(async (transaction) => {
    const { tenantId, username } = builder.viewer;
    const { context } = await openDashboard(transaction, builder, id, 'share', 'any');
    const chosen = whom === 'groups' ? [...new Set(groups ?? builder.groups)] : [];
    const foreign = chosen.find((group) => !builder.groups.includes(group));
    if (foreign !== undefined)
      throw fieldsInvalid([{ path: '/groups', problem: `names a group that you are not in: '${foreign}'` }]);
    if (whom === 'groups' && chosen.length === 0)
      throw fieldsInvalid([{ path: '/with', problem: "must not be 'groups': you are in none" }]);
    await replaceSharing(transaction, tenantId, id, { with: whom, groups: chosen, right });
    await recordEvent(transaction, tenantId, clock(), caller, {
      action: 'dashboard.share',
      actor: username,
      target: id,
      details: { app: builder.appItem.id, with: whom, groups: chosen, right },
    });
    return reopened(transaction, context, id);
  });
}
