import type { BuilderContent, BuilderItem } from '@inlay/protocol/builder';
import type { ContentKind } from '@inlay/protocol/content';
import type { Dashboard, DashboardItem } from '@inlay/protocol/dashboard';
import type { EmbedContent } from '@inlay/protocol/embed';
import type { QuerySpec } from '@inlay/protocol/query';
import type { VisibilityRule } from '@inlay/protocol/rule';
import type { Story } from '@inlay/protocol/story';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Tile } from '@inlay/protocol/tile';
import { type UnfoldedDashboard, unfoldDashboard } from '@inlay/protocol/unfold-dashboard';
import type { ContextReader } from '../../platform/rules/context-reading.ts';
import { evaluateVisibility } from '../../platform/rules/evaluate-visibility.ts';
import type { Queries } from '../../platform/store/store.ts';
import { findDatasets } from '../datasets/index.ts';
import { publishedItems } from './items.ts';
import { visibleContent } from './visible-content.ts';

const keyOf = (kind: ContentKind, id: string) => `${kind} ${id}`;

/** What is published, by kind and id, as somebody may read it who has no part in making it. */
export interface ReadablePublished {
  /** Undefined: rules hide all of it. */
  find(kind: ContentKind, id: string): object | undefined;
  /** Identifiers of what rules hide. */
  hidden(kind: ContentKind): readonly string[];
}

/**
 * The published content of these apps as an embed would show it to this person: without what rules hide from them,
 * without the rules, and without authors' filters on hidden columns.
 */
export async function readablePublished(
  queries: Queries,
  tenantId: TenantId,
  appIds: readonly string[],
  reader: ContextReader | undefined,
): Promise<ReadablePublished> {
  const evaluate = (rule: VisibilityRule) =>
    reader !== undefined && evaluateVisibility(rule, reader) === 'true';
  const shown = new Map<string, object | undefined>();
  for (const appId of appIds) {
    const items = await publishedItems(queries, tenantId, appId);
    const parsed = items.map(({ kind, id, published }) => ({
      kind,
      id,
      content: { ...JSON.parse(published), id },
    }));
    const tiles = parsed.filter(({ kind }) => kind === 'tile').map(({ content }) => content as Tile);
    const isKept = await keptColumns(queries, tenantId, [
      ...tiles,
      ...parsed.flatMap(({ kind, content }) => (kind === 'dashboard' ? chartsOf(content as Dashboard) : [])),
    ]);
    const told = <T extends Pick<Tile, 'datasetId' | 'query'>>(tile: T): T => ({
      ...tile,
      query: withoutFiltersOn(tile.query, (column) => isKept(tile.datasetId, column)),
    });
    for (const { kind, id, content } of parsed)
      shown.set(keyOf(kind, id), readable(kind, content, tiles, { evaluate, told }));
  }
  return {
    find: (kind, id) => shown.get(keyOf(kind, id)),
    hidden: (kind) =>
      [...shown]
        .filter(([key, content]) => content === undefined && key.startsWith(`${kind} `))
        .map(([key]) => key.slice(kind.length + 1)),
  };
}

interface Reading {
  readonly evaluate: (rule: VisibilityRule) => boolean;
  readonly told: <T extends Pick<Tile, 'datasetId' | 'query'>>(tile: T) => T;
}

function readable(
  kind: ContentKind,
  content: unknown,
  tiles: readonly Tile[],
  { evaluate, told }: Reading,
): object | undefined {
  if (kind === 'tile') {
    const shown = visibleContent({ kind, tile: content as Tile }, evaluate);
    return shown?.kind === 'tile' ? told(shown.tile) : undefined;
  }
  if (kind === 'story') {
    const shown = visibleContent({ kind, story: content as Story, tiles }, evaluate);
    return shown?.kind === 'story' ? shown.story : undefined;
  }
  const dashboard = content as Dashboard;
  const own = unfoldDashboard(dashboard);
  const whole = { kind: 'dashboard', dashboard: own.dashboard, tiles: [...tiles, ...own.tiles] } as const;
  const shown = visibleContent(whole, evaluate);
  if (shown?.kind !== 'dashboard') return undefined;
  const { items, ...rest } = foldDashboard(shown.dashboard, dashboard);
  return {
    ...rest,
    items: items.map((item) => ('chart' in item ? { ...item, chart: told(item.chart) } : item)),
    ...(dashboard.template === undefined ? {} : { template: dashboard.template }),
  };
}

const chartsOf = ({ items }: Dashboard) => items.flatMap((item) => ('chart' in item ? [item.chart] : []));

/** Hidden columns; and any of a dataset that is gone, of which nobody knows. */
async function keptColumns(
  queries: Queries,
  tenantId: TenantId,
  asking: readonly Pick<Tile, 'datasetId'>[],
): Promise<(datasetId: string, column: string) => boolean> {
  const ids = new Set(asking.map(({ datasetId }) => datasetId));
  const open = new Map(
    (await findDatasets(queries, tenantId, [...ids])).map(({ id, definition: { columns } }) => [
      id,
      new Set(columns.filter(({ hidden }) => hidden !== true).map(({ name }) => name)),
    ]),
  );
  return (datasetId, column) => open.get(datasetId)?.has(column) !== true;
}

/** Apps and embeds have no rules; what an embed filters by is between its author and the data. */
export function readableManaged(content: object): object {
  if (!('target' in content)) return content;
  const { options, ...embed } = content as EmbedContent;
  const { filters: _, ...told } = options ?? {};
  return options === undefined ? embed : { ...embed, options: told };
}

/** Own charts back in their items, as they are stored and edited. */
export function foldDashboard(
  { id: _id, template: _template, visibility: _rule, ...visible }: UnfoldedDashboard,
  before: Dashboard,
): BuilderContent {
  const charts = new Map(
    before.items.flatMap((item) => ('chart' in item ? [[item.id, item.chart] as const] : [])),
  );
  return {
    ...visible,
    items: visible.items.map((item): BuilderItem => {
      const { visibility: _, ...plain } = item as DashboardItem;
      const chart = charts.get(item.id);
      if (chart === undefined || !('tile' in plain)) return plain as BuilderItem;
      const { tile: _tile, title: _title, ...place } = plain;
      return { ...place, chart };
    }),
  };
}

/** A question as it may be told: what narrows it by a column that is kept from the reader is left out. */
export function withoutFiltersOn(query: QuerySpec, isKept: (column: string) => boolean): QuerySpec {
  const { filters, ...rest } = query;
  const told = filters?.filter(({ column }) => !isKept(column)) ?? [];
  if (told.length === (filters?.length ?? 0)) return query;
  return told.length === 0 ? rest : { ...rest, filters: told };
}
