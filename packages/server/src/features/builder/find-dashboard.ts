import type { BuilderDashboard, BuilderDocument, DashboardAction } from '@inlay/protocol/builder';
import type { Dashboard, DashboardContent } from '@inlay/protocol/dashboard';
import { AppError } from '../../platform/errors.ts';
import type { IfMatch } from '../../platform/http/if-match.ts';
import { statesFor } from '../../platform/identity/permissions.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import {
  type ContentItem,
  findItem,
  findItems,
  findOwnership,
  lockApp,
  type Ownership,
  publishingTimes,
  staleContent,
  visitorsOf,
} from '../content/index.ts';
import { readAccessibleFields } from './accessible-fields.ts';
import { tilesNamed } from './check-canvas.ts';
import { type DashboardRights, dashboardRights } from './dashboard-rights.ts';
import type { Builder } from './open-builder.ts';
import { outlineOf } from './outline-of.ts';
import { redactContent, redactTile } from './redact-content.ts';
import { type BuilderContext, type DashboardView, viewContent, viewDashboard } from './view-dashboard.ts';
import { readVisibleAppContent } from './visible-app-content.ts';

/** What a viewer may build from, read once for a request. */
export async function readBuilderContext(queries: Queries, builder: Builder): Promise<BuilderContext> {
  const shown = await readVisibleAppContent(queries, builder);
  return { builder, shown, accessible: await readAccessibleFields(queries, builder, shown) };
}

/** A dashboard that the viewer sees, and how. */
export interface FoundDashboard {
  readonly item: ContentItem;
  readonly ownership: Ownership | undefined;
  readonly rights: DashboardRights;
  readonly view: DashboardView;
}

/** One that is held still, with all that it was judged by. */
export interface OpenedDashboard extends FoundDashboard {
  readonly context: BuilderContext;
}

const noDashboard = () => new AppError('NOT_FOUND', { message: 'There is no such dashboard here.' });

/** What one may not see is not there. `side`: what viewers see, also for those who may read the working copy. */
export async function findDashboard(
  queries: Queries,
  context: BuilderContext,
  id: string,
  side?: 'published',
): Promise<FoundDashboard> {
  const { viewer, appItem } = context.builder;
  const item = await findItem(queries, viewer.tenantId, 'dashboard', id);
  if (item?.app_id !== appItem.id) throw noDashboard();
  const found = visibleDashboard(context, item, await findOwnership(queries, viewer.tenantId, id), side);
  if (!found) throw noDashboard();
  return found;
}

export function visibleDashboard(
  context: BuilderContext,
  item: ContentItem,
  ownership: Ownership | undefined,
  side?: 'published',
): FoundDashboard | undefined {
  const rights = dashboardRights(context.builder, item, ownership);
  const sees = side === 'published' && item.published_version === null ? 'nothing' : (side ?? rights.sees);
  if (rights.sees === 'nothing' || sees === 'nothing') return undefined;
  const view = viewDashboard(context, item, ownership, sees);
  return view && { item, ownership, rights: withoutBlindWriting(rights, view), view };
}

/** Nobody saves or publishes parts that rules keep from them; of what is one's own, such parts may go. */
function withoutBlindWriting(rights: DashboardRights, { hidesParts }: DashboardView): DashboardRights {
  if (!hidesParts) return rights;
  const { may, mine } = rights;
  return { ...rights, may: { ...may, edit: may.edit && mine, submit: may.submit && mine, publish: false } };
}

/** The dashboard that a change is about, in the revision that the viewer has read. */
export interface DashboardTarget {
  readonly id: string;
  readonly ifMatch: IfMatch;
}

/** Locks the app, authorizes `action`, checks `ifMatch`, returns the dashboard. */
export async function openDashboard(
  transaction: Queries,
  builder: Builder,
  { id, action, ifMatch }: DashboardTarget & { readonly action: DashboardAction },
): Promise<OpenedDashboard> {
  const { viewer, appItem } = builder;
  await lockApp(transaction, viewer.tenantId, appItem.id);
  const context = await readBuilderContext(transaction, builder);
  const found = await findDashboard(transaction, context, id);
  const { item, ownership, rights, view } = found;
  if (!rights.may[action]) {
    if (view.hidesParts && (action === 'edit' || action === 'publish'))
      throw new AppError('NOT_PERMITTED', {
        message: 'Rules hide parts of this dashboard from you, which saving would lose. Make a copy instead.',
      });
    throw wrongState(builder, item, ownership, action) ?? missingPrivilege(builder, action);
  }
  if (ifMatch !== 'any' && !ifMatch.includes(item.revision))
    throw await staleContent(transaction, viewer.tenantId, item, ifMatch[0], (stored) =>
      redactedView(context, { ...stored, id } as Dashboard, ownership),
    );
  return { ...found, context };
}

/** What somebody is told of a working copy, former or present. */
function redactedView(
  context: BuilderContext,
  dashboard: Dashboard,
  ownership: Ownership | undefined,
): object {
  const onlyAccessible = ownership !== undefined;
  const view = viewContent(context, dashboard, 'working', { onlyAccessible });
  return view ? redactContent(view.content, context.accessible) : {};
}

function missingPrivilege({ acts, validates }: Builder, action: DashboardAction): AppError {
  if (!acts || validates || (action !== 'publish' && action !== 'return'))
    return new AppError('NOT_PERMITTED');
  const message =
    "This requires the privilege 'validate' on the app. Submit the dashboard for review instead.";
  return new AppError('NOT_PERMITTED', { message });
}

function wrongState(
  builder: Builder,
  item: ContentItem,
  ownership: Ownership | undefined,
  action: DashboardAction,
): AppError | undefined {
  if (action !== 'submit' && action !== 'publish' && action !== 'return') return undefined;
  const states = statesFor(action);
  const couldFrom = states.some(
    (state) => dashboardRights(builder, { ...item, state }, ownership).may[action],
  );
  return couldFrom
    ? new AppError('CONFLICT', {
        message: `It is ${item.state}, and '${action}' starts from ${states.join(' or ')}.`,
        details: { state: item.state },
      })
    : undefined;
}

/** Dashboards as lists show them. */
export async function serializeDashboards(
  queries: Queries,
  { builder: { viewer } }: BuilderContext,
  found: readonly FoundDashboard[],
): Promise<readonly BuilderDashboard[]> {
  const origins = found.flatMap(({ ownership }) => ownership?.origin?.id ?? []);
  const originals = new Map(
    (await findItems(queries, viewer.tenantId, 'dashboard', origins)).map((item) => [item.id, item]),
  );
  const published = found.filter(({ view }) => view.side === 'published').map(({ item }) => item);
  const times = await publishingTimes(queries, viewer.tenantId, 'dashboard', published);
  return found.map((each) => serializeDashboard(each, originals, times));
}

function serializeDashboard(
  { item, ownership, rights, view }: FoundDashboard,
  originals: ReadonlyMap<string, ContentItem>,
  times: ReadonlyMap<string, number>,
): BuilderDashboard {
  const stored = JSON.parse(
    (view.side === 'working' ? item.draft : item.published) ?? '{}',
  ) as DashboardContent;
  const time = (at: number) => new Date(at).toISOString();
  const facts =
    view.side === 'working'
      ? {
          state: item.state,
          comment: item.comment,
          updatedAt: time(item.updated_at),
          updatedBy: item.updated_by,
        }
      : {
          // A viewer is not told what is being worked on, nor by whom.
          state: 'published' as const,
          comment: null,
          updatedAt: time(times.get(item.id) ?? item.created_at),
          updatedBy: null,
        };
  const { title, description, items } = view.content;
  return {
    id: item.id,
    title,
    description: description ?? null,
    revision: view.side === 'working' ? item.revision : 0,
    publishedVersion: item.published_version,
    ...facts,
    owner: ownership?.username ?? null,
    mine: rights.mine,
    sharing: ownership && rights.mine ? ownership.sharing : null,
    origin: rights.mine ? originOf(ownership, originals) : null,
    template: stored.template === true,
    tiles: items.filter((each) => !('text' in each)).length,
    shape: outlineOf(view).map((box) => [...box]),
    may: { ...rights.may },
  };
}

function originOf(
  ownership: Ownership | undefined,
  originals: ReadonlyMap<string, ContentItem>,
): BuilderDashboard['origin'] {
  if (!ownership?.origin) return null;
  const { id, version } = ownership.origin;
  const published = originals.get(id)?.published ?? null;
  if (published === null) return { id, title: null, changed: false };
  const current = originals.get(id)?.published_version ?? version;
  return { id, title: (JSON.parse(published) as DashboardContent).title, changed: current !== version };
}

/** A dashboard with all that a canvas needs. */
export async function serializeDocument(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  context: BuilderContext,
  found: FoundDashboard,
): Promise<BuilderDocument> {
  const { builder, shown, accessible } = context;
  const [dashboard] = await serializeDashboards(store, context, [found]);
  const { content, side } = found.view;
  const named = new Set(content.items.flatMap(tilesNamed));
  return {
    dashboard: dashboard as BuilderDashboard,
    side,
    content: redactContent(content, accessible),
    tiles: [...shown.library.values()]
      .filter(({ id }) => named.has(id))
      .map((tile) => redactTile(tile, accessible)),
    others: !found.rights.may.edit
      ? []
      : await visitorsOf(store, builder.viewer.tenantId, found.item.id, { owner: builder.me }, clock()),
  };
}
