import type { BuilderDashboard, BuilderDocument, DashboardShape } from '@inlay/content/builder';
import type { DashboardContent } from '@inlay/content/dashboard';
import { tabOf } from '@inlay/content/tab-of';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { type ContentItem, findItems, type Ownership, publishingTimes } from '../content/index.ts';
import type { BuilderContext } from './builder-context.ts';
import { tilesNamed } from './check-canvas.ts';
import { type FoundDashboard, revisionOf } from './find-dashboard.ts';
import type { Builder } from './open-builder.ts';
import { visitorsOf } from './presence.ts';
import { groupsOfRule } from './published-groups.ts';
import { editorOf, ownerOf } from './readable-names.ts';
import { redactContent, redactTile } from './redact-content.ts';
import type { DashboardView } from './view-dashboard.ts';

/** Dashboards for a list. */
export async function serializeDashboards(
  queries: Queries,
  { builder }: BuilderContext,
  found: readonly FoundDashboard[],
): Promise<readonly BuilderDashboard[]> {
  const { viewer } = builder;
  const origins = found.flatMap(({ ownership }) => ownership?.origin?.id ?? []);
  const originals = new Map(
    (await findItems(queries, viewer.tenantId, 'dashboard', origins)).map((item) => [item.id, item]),
  );
  const published = found.filter(({ view }) => view.side === 'published').map(({ item }) => item);
  const times = await publishingTimes(queries, viewer.tenantId, 'dashboard', published);
  return found.map((each) => serializeDashboard(builder, each, { originals, times }));
}

interface ReadForList {
  readonly originals: ReadonlyMap<string, ContentItem>;
  readonly times: ReadonlyMap<string, number>;
}

function serializeDashboard(
  builder: Builder,
  { item, ownership, rights, view }: FoundDashboard,
  { originals, times }: ReadForList,
): BuilderDashboard {
  const stored = JSON.parse(
    (view.side === 'working' ? item.draft : item.published) ?? '{}',
  ) as DashboardContent;
  const facts =
    view.side === 'working'
      ? {
          state: item.state,
          comment: item.comment,
          updatedAt: isoTime(item.updated_at),
          updatedBy: editorOf(builder, item),
        }
      : {
          // Viewers do not learn about unpublished work or its authors.
          state: 'published' as const,
          comment: null,
          updatedAt: isoTime(times.get(item.id) ?? item.created_at),
          updatedBy: null,
        };
  const { title, description, items } = view.content;
  return {
    id: item.id,
    title,
    description: description ?? null,
    revision: revisionOf({ item, view }),
    publishedVersion: item.published_version,
    ...facts,
    visibleTo:
      stored.visibility && (view.side === 'working' || rights.may.groups)
        ? [...(groupsOfRule(stored.visibility) ?? [])]
        : null,
    owner: ownerOf(builder, ownership),
    mine: rights.mine,
    shared: ownership !== undefined && !rights.mine,
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

/** A dashboard with everything that a canvas needs. */
export async function serializeDocument(
  { store, time }: Pick<Services, 'store' | 'time'>,
  context: BuilderContext,
  found: FoundDashboard,
): Promise<BuilderDocument> {
  const { builder, appContent } = context;
  const [dashboard] = await serializeDashboards(store, context, [found]);
  const { content, side } = found.view;
  const named = new Set(content.items.flatMap(tilesNamed));
  return {
    dashboard: dashboard as BuilderDashboard,
    side,
    content: redactContent(content, context),
    tiles: [...appContent.library.values()]
      .filter(({ id }) => named.has(id))
      .map((tile) => redactTile(tile, context)),
    others: !found.rights.may.edit
      ? []
      : [...(await visitorsOf(store, builder, { dashboardId: found.item.id }, time.now()))],
  };
}

/** The part of a dashboard that a thumbnail shows, and the number of charts that it may cost to draw (ADR 339). */
const SHOWN_ROWS = 11;
const MAX_BOXES = 8;

/** The top of a dashboard, or of its first tab, for its thumbnail. */
function outlineOf({ content: { items, tabs } }: DashboardView): DashboardShape[] {
  return items
    .filter((item) => item.y < SHOWN_ROWS && tabOf(item, tabs) === tabs?.[0]?.id)
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .slice(0, MAX_BOXES)
    .map((item) => {
      const tile = 'text' in item ? '' : 'chart' in item ? item.id : item.tile;
      return [item.x, item.y, item.w, item.h, tile];
    });
}
