import type { Tile } from '@inlay/charts/tile';
import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import type { ContentKind } from '@inlay/content/content';
import type { Dashboard, DashboardItem } from '@inlay/content/dashboard';
import type { EmbedContent } from '@inlay/content/embed';
import type { Story } from '@inlay/content/story';
import { type UnfoldedDashboard, unfoldDashboard } from '@inlay/content/unfold-dashboard';
import type { QuerySpec } from '@inlay/protocol/query';
import type { VisibilityRule } from '@inlay/protocol/rule';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ContextReader } from '../../platform/rules/context-reading.ts';
import { evaluateVisibility } from '../../platform/rules/evaluate-visibility.ts';
import type { Queries } from '../../platform/store/store.ts';
import { findDatasets } from '../datasets/index.ts';
import { publishedItems } from './items.ts';
import { visibleContent } from './visible-content.ts';

const keyOf = (kind: ContentKind, id: string) => `${kind} ${id}`;

/** Published content as someone may read it who does not author it. */
export interface ReadablePublished {
  /** Undefined if rules hide it. */
  find(kind: ContentKind, id: string): object | undefined;
  /** Ids that rules hide. */
  hidden(kind: ContentKind): readonly string[];
}

/**
 * The published content of these apps as an embed would show it to the reader: without hidden parts, rules, or
 * authors' filters on hidden columns.
 */
export async function readablePublished(
  queries: Queries,
  tenantId: TenantId,
  appIds: readonly string[],
  reader: ContextReader | undefined,
): Promise<ReadablePublished> {
  const evaluate = (rule: VisibilityRule) =>
    reader !== undefined && evaluateVisibility(rule, reader) === 'true';
  const readableByKey = new Map<string, object | undefined>();
  for (const appId of appIds) {
    const items = await publishedItems(queries, tenantId, appId);
    const parsed = items.map(({ kind, id, published }) => ({
      kind,
      id,
      content: { ...JSON.parse(published), id },
    }));
    const tiles = parsed.filter(({ kind }) => kind === 'tile').map(({ content }) => content as Tile);
    const isHidden = await hiddenColumns(queries, tenantId, [
      ...tiles,
      ...parsed.flatMap(({ kind, content }) => (kind === 'dashboard' ? chartsOf(content as Dashboard) : [])),
    ]);
    const redact = <T extends Pick<Tile, 'datasetId' | 'query'>>(tile: T): T => ({
      ...tile,
      query: withoutFiltersOn(tile.query, (column) => isHidden(tile.datasetId, column)),
    });
    for (const { kind, id, content } of parsed)
      readableByKey.set(keyOf(kind, id), readable(kind, content, tiles, { evaluate, redact }));
  }
  return {
    find: (kind, id) => readableByKey.get(keyOf(kind, id)),
    hidden: (kind) =>
      [...readableByKey]
        .filter(([key, content]) => content === undefined && key.startsWith(`${kind} `))
        .map(([key]) => key.slice(kind.length + 1)),
  };
}

interface Reading {
  readonly evaluate: (rule: VisibilityRule) => boolean;
  readonly redact: <T extends Pick<Tile, 'datasetId' | 'query'>>(tile: T) => T;
}

function readable(
  kind: ContentKind,
  content: unknown,
  tiles: readonly Tile[],
  { evaluate, redact }: Reading,
): object | undefined {
  if (kind === 'tile') {
    const visible = visibleContent({ kind, tile: content as Tile }, evaluate);
    return visible?.kind === 'tile' ? redact(visible.tile) : undefined;
  }
  if (kind === 'story') {
    const visible = visibleContent({ kind, story: content as Story, tiles }, evaluate);
    return visible?.kind === 'story' ? visible.story : undefined;
  }
  const dashboard = content as Dashboard;
  const own = unfoldDashboard(dashboard);
  const whole = { kind: 'dashboard', dashboard: own.dashboard, tiles: [...tiles, ...own.tiles] } as const;
  const visible = visibleContent(whole, evaluate);
  if (visible?.kind !== 'dashboard') return undefined;
  const { items, ...rest } = foldDashboard(visible.dashboard, dashboard);
  return {
    ...rest,
    items: items.map((item) => ('chart' in item ? { ...item, chart: redact(item.chart) } : item)),
    ...(dashboard.template === undefined ? {} : { template: dashboard.template }),
  };
}

const chartsOf = ({ items }: Dashboard) => items.flatMap((item) => ('chart' in item ? [item.chart] : []));

/** Whether a column is hidden; always, if its dataset is gone. */
async function hiddenColumns(
  queries: Queries,
  tenantId: TenantId,
  tiles: readonly Pick<Tile, 'datasetId'>[],
): Promise<(datasetId: string, column: string) => boolean> {
  const ids = new Set(tiles.map(({ datasetId }) => datasetId));
  const open = new Map(
    (await findDatasets(queries, tenantId, [...ids])).map(({ id, definition: { columns } }) => [
      id,
      new Set(columns.filter(({ hidden }) => hidden !== true).map(({ name }) => name)),
    ]),
  );
  return (datasetId, column) => open.get(datasetId)?.has(column) !== true;
}

/** Apps and embeds have no rules; an embed's filters are not for readers. */
export function readableManaged(content: object): object {
  if (!('target' in content)) return content;
  const { options, ...embed } = content as EmbedContent;
  const { filters: _, ...readable } = options ?? {};
  return options === undefined ? embed : { ...embed, options: readable };
}

/** Puts charts back into their items, the form that is stored and edited. */
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

/** A query without filters on columns that are hidden from the reader. */
export function withoutFiltersOn(query: QuerySpec, isHidden: (column: string) => boolean): QuerySpec {
  const { filters, ...rest } = query;
  const visible = filters?.filter(({ column }) => !isHidden(column)) ?? [];
  if (visible.length === (filters?.length ?? 0)) return query;
  return visible.length === 0 ? rest : { ...rest, filters: visible };
}
