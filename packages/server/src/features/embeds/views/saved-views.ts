import type { NewSavedView, SavedViewChange, ViewState } from '@inlay/content/view-state';
import type { Features } from '@inlay/protocol/frame-messages';
import { AppError, fieldsTaken } from '../../../platform/errors.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { newId } from '../../../platform/new-id.ts';
import type { SavedViewRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { takeLock } from '../../../platform/store/take-lock.ts';
import { usernameKey } from '../../users/index.ts';
import { type EmbedRequest, withView } from '../request/embed-request.ts';
import type { OpenEmbed } from '../request/open-embed.ts';
import { fitState } from './fit-state.ts';

const MAX_VIEWS = 50;
const MAX_STATE_BYTES = 32 * 1024;

/** One viewer's views of the content of one embed: nobody else's are read or changed. */
export interface ViewsPlace {
  readonly viewer: EmbedPrincipal;
  readonly opened: OpenEmbed;
}

function contentOf({ content }: ViewsPlace['opened']): Pick<SavedViewRow, 'content_kind' | 'content_id'> {
  const { id } =
    content.kind === 'tile' ? content.tile : content.kind === 'story' ? content.story : content.dashboard;
  return { content_kind: content.kind, content_id: id };
}

const placeOf = ({ viewer, opened }: ViewsPlace) => ({
  workspace_id: viewer.workspaceId,
  username: viewer.username,
  embed_id: opened.embed.id,
  ...contentOf(opened),
});

const conditions = (place: ViewsPlace) =>
  Object.entries(placeOf(place)) as [keyof ReturnType<typeof placeOf>, string][];

function selectViews(queries: Queries, place: ViewsPlace) {
  return conditions(place).reduce(
    (query, [column, value]) => query.where(column, '=', value),
    queries.tenant(place.viewer.tenantId).selectFrom('saved_views').selectAll(),
  );
}

function updateViews(queries: Queries, place: ViewsPlace, values: Partial<Omit<SavedViewRow, 'tenant_id'>>) {
  return conditions(place).reduce(
    (query, [column, value]) => query.where(column, '=', value),
    queries.tenant(place.viewer.tenantId).update('saved_views', values),
  );
}

/** By name. */
export async function listViews(queries: Queries, place: ViewsPlace): Promise<readonly SavedViewRow[]> {
  if (!place.viewer.acts) return [];
  return selectViews(queries, place).orderBy('name').limit(MAX_VIEWS).execute();
}

/** The view that the embed opens with. An administrator's preview shows what the author made. */
async function findDefaultView(queries: Queries, place: ViewsPlace): Promise<SavedViewRow | undefined> {
  if (!place.viewer.acts) return undefined;
  return selectViews(queries, place)
    .where('is_default', '=', 1)
    .orderBy('updated_at', 'desc')
    .executeTakeFirst();
}

/** In a transaction. */
export async function insertView(
  transaction: Queries,
  place: ViewsPlace,
  { name, state, isDefault = false }: NewSavedView,
  now: number,
): Promise<SavedViewRow> {
  refusePreview(place);
  const { viewer } = place;
  await lockViews(transaction, viewer);
  const own = transaction.tenant(viewer.tenantId);
  const { length } = await selectViews(transaction, place).execute();
  if (length >= MAX_VIEWS)
    throw new AppError('CONFLICT', {
      message: `There are ${MAX_VIEWS} saved views already, which is the maximum. Delete one first.`,
    });
  if (isDefault) await updateViews(transaction, place, { is_default: 0 }).execute();
  const row = {
    ...placeOf(place),
    id: newId(now),
    username_key: usernameKey(viewer.username),
    name: name.trim(),
    state: serialized(state),
    is_default: isDefault ? 1 : 0,
    updated_at: now,
  } as const;
  const inserted = await own
    .insertInto('saved_views', row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!inserted) throw nameTaken(name);
  return inserted;
}

/** In a transaction. The last change wins. */
export async function changeView(
  transaction: Queries,
  place: ViewsPlace,
  id: string,
  { name, state, isDefault, now }: SavedViewChange & { readonly now: number },
): Promise<SavedViewRow> {
  refusePreview(place);
  await lockViews(transaction, place.viewer);
  if (name !== undefined) {
    const same = await selectViews(transaction, place).where('name', '=', name.trim()).executeTakeFirst();
    if (same && same.id !== id) throw nameTaken(name);
  }
  if (isDefault) await updateViews(transaction, place, { is_default: 0 }).execute();
  const changed = await updateViews(transaction, place, {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(state === undefined ? {} : { state: serialized(state) }),
    ...(isDefault === undefined ? {} : { is_default: isDefault ? 1 : 0 }),
    updated_at: now,
  })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw noSuchView();
  return changed;
}

export async function deleteView(transaction: Queries, place: ViewsPlace, id: string): Promise<void> {
  refusePreview(place);
  const { numDeletedRows } = await conditions(place)
    .reduce(
      (query, [column, value]) => query.where(column, '=', value),
      transaction.tenant(place.viewer.tenantId).deleteFrom('saved_views'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw noSuchView();
}

function refusePreview({ viewer }: ViewsPlace): void {
  if (!viewer.acts)
    throw new AppError('ACCESS_DENIED', { message: 'A preview cannot change the views of a viewer.' });
}

function serialized(state: ViewState): string {
  const json = JSON.stringify(state);
  if (Buffer.byteLength(json) > MAX_STATE_BYTES)
    throw new AppError('BODY_TOO_LARGE', {
      message: `A saved view is limited to ${MAX_STATE_BYTES / 1024} KiB. Select fewer filter values.`,
    });
  return json;
}

const noSuchView = () => new AppError('NOT_FOUND', { message: 'There is no such saved view.' });
const nameTaken = (name: string) =>
  fieldsTaken([{ path: '/name', problem: `is taken: '${name.trim()}'. Choose another one` }]);

/** Parallel saves would all find a free place, and all become the default. */
const lockViews = (transaction: Queries, { tenantId, workspaceId, username }: EmbedPrincipal) =>
  takeLock(transaction, 'views', tenantId, workspaceId, username);

/**
 * Renders with the viewer's default view, if there is one. A view that the data no longer takes must not keep the
 * content from opening.
 */
export async function withDefaultView<Rendered>(
  request: EmbedRequest,
  { views }: Features,
  render: (request: EmbedRequest) => Promise<Rendered>,
): Promise<Rendered> {
  const { services, viewer } = request;
  const row =
    views === false ? undefined : await findDefaultView(services.store, { viewer, opened: request });
  if (!row) return render(request);
  const { id, name } = row;
  const view = { id, name, ...fitView(request, JSON.parse(row.state) as ViewState) };
  try {
    return await render(withView(request, view));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'REQUEST_INVALID') throw error;
    return render(withView(request, { ...view, state: { filters: {} }, isIncomplete: true }));
  }
}

/** A state without the parts that the content does not have. */
export function fitView(request: EmbedRequest, given: ViewState) {
  const { state, problems } = fitState(request, given);
  return { state, isIncomplete: problems.length > 0 };
}
