import type { OwnTile, Tile } from '@inlay/charts/tile';
import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import type { ContentKind } from '@inlay/content/content';
import type { Dashboard, DashboardItem } from '@inlay/content/dashboard';
import type { EmbedContent } from '@inlay/content/embed';
import type { Story } from '@inlay/content/story';
import { type UnfoldedDashboard, unfoldDashboard } from '@inlay/content/unfold-dashboard';
import { parseAdHocMeasure } from '@inlay/protocol/ad-hoc-measure';
import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { VisibilityRule } from '@inlay/protocol/rule';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { resolveColumn, resolveMeasure } from '../../../platform/query/model/model.ts';
import { queryableModel, readableModel } from '../../../platform/query/model/readable-model.ts';
import type { ContextReader } from '../../../platform/rules/context-reading.ts';
import { evaluateVisibility } from '../../../platform/rules/evaluate-visibility.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { findDatasets } from '../../datasets/index.ts';
import { type ContentItem, findItem, publishedItems } from '../store/items.ts';
import { type DeniedFields, deniedFields } from './denied-fields.ts';
import { modelsOf } from './models-of.ts';
import { usableControls } from './usable-controls.ts';
import { usableTile } from './usable-tile.ts';
import { everyField, visibleContent } from './visible-content.ts';
import { withReadableChart } from './with-readable-chart.ts';
import { type HiddenNames, withoutHiddenDefault, withoutHiddenNames } from './without-hidden-names.ts';

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
 * what authors wrote about fields that are hidden from the reader.
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
    const app = await findItem(queries, tenantId, 'app', appId);
    const dashboards = parsed.flatMap(({ kind, content }) =>
      kind === 'dashboard' ? (content as Dashboard) : [],
    );
    const fields = await readFields(queries, { tenantId, app, reader }, [
      ...tiles,
      ...dashboards.flatMap(chartsOf),
      ...dashboards.flatMap(({ filters = [], drill = [] }) => [...filters, ...drill]),
      ...parsed.flatMap(({ kind, content }) => (kind === 'story' ? ((content as Story).filters ?? []) : [])),
    ]);
    for (const { kind, id, content } of parsed)
      readableByKey.set(keyOf(kind, id), readable(kind, content, tiles, { evaluate, ...fields }));
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
  /** By the id of the dataset. */
  readonly hiddenIn: (datasetId: string) => HiddenNames;
  readonly denied: DeniedFields;
}

function readable(
  kind: ContentKind,
  content: unknown,
  tiles: readonly Tile[],
  { evaluate, hiddenIn, denied }: Reading,
): object | undefined {
  const redact = <T extends OwnTile>(tile: T): T =>
    withoutHiddenNames(usableTile(tile, denied), hiddenIn(tile.datasetId));
  const withoutDefault = (filter: FilterControl) => withoutHiddenDefault(filter, hiddenIn(filter.datasetId));
  const scope = { ...everyField, denied };
  const controls = (all: Pick<Dashboard, 'filters' | 'drill'>) => {
    const { filters, ...rest } = usableControls(all, denied);
    return { ...(filters && { filters: filters.map(withoutDefault) }), ...rest };
  };
  if (kind === 'tile') {
    const visible = visibleContent({ kind, tile: content as Tile }, evaluate, scope);
    return visible?.kind === 'tile' ? redact(visible.tile) : undefined;
  }
  if (kind === 'story') {
    const visible = visibleContent({ kind, story: content as Story, tiles }, evaluate, scope);
    if (visible?.kind !== 'story') return undefined;
    const { filters, ...story } = visible.story;
    const shown = new Map(visible.tiles.map((tile) => [tile.id, tile]));
    const authored = new Map((content as Story).steps.map((step) => [step.id, step.tiles?.[0] ?? '']));
    const steps = story.steps.map((step) => {
      // What a step changes is about the first tile of its author, if that is not hidden.
      const tile = shown.get(authored.get(step.id) ?? '');
      return withReadableChart(step, tile, tile && hiddenIn(tile.datasetId), denied);
    });
    return { ...story, steps, ...controls({ ...(filters && { filters }) }) };
  }
  const dashboard = content as Dashboard;
  const own = unfoldDashboard(dashboard);
  const whole = { kind: 'dashboard', dashboard: own.dashboard, tiles: [...tiles, ...own.tiles] } as const;
  const visible = visibleContent(whole, evaluate, scope);
  if (visible?.kind !== 'dashboard') return undefined;
  const { items, filters, drill, ...rest } = foldDashboard(visible.dashboard, dashboard);
  return {
    ...rest,
    ...controls({ ...(filters && { filters }), ...(drill && { drill }) }),
    items: items.map((item) => ('chart' in item ? { ...item, chart: redact(item.chart) } : item)),
    ...(dashboard.template === undefined ? {} : { template: dashboard.template }),
  };
}

const chartsOf = ({ items }: Dashboard) => items.flatMap((item) => ('chart' in item ? [item.chart] : []));

interface FieldReading {
  readonly tenantId: TenantId;
  readonly app: ContentItem | undefined;
  readonly reader: ContextReader | undefined;
}

/** Whether fields are hidden from the reader, or not fully accessible; always, if their dataset is gone. */
async function readFields(
  queries: Queries,
  { tenantId, app, reader }: FieldReading,
  parts: readonly { readonly datasetId: string }[],
): Promise<Omit<Reading, 'evaluate'>> {
  const ids = new Set(parts.map(({ datasetId }) => datasetId));
  const datasets = await findDatasets(queries, tenantId, [...ids]);
  const models = await modelsOf(queries, tenantId, datasets, app);
  const hiddenIn = (datasetId: string): HiddenNames => {
    const whole = models.get(datasetId);
    const model = whole && reader && queryableModel(whole, reader);
    const columnOf = (name: string) => model && resolveColumn(model, name)?.column;
    const isHidden = (field: DatasetColumn | Measure | undefined) => !field || field.hidden === true;
    return {
      column: (name) => isHidden(columnOf(name)),
      measure: (name) =>
        isHidden(
          (model && resolveMeasure(model, name)?.measure) ?? columnOf(parseAdHocMeasure(name)?.column ?? ''),
        ),
    };
  };
  const readable = new Map(Array.from(models, ([id, model]) => [id, reader && readableModel(model, reader)]));
  return {
    hiddenIn,
    denied: reader
      ? deniedFields((id) => readable.get(id), reader)
      : { inQuery: () => true, inRows: () => true },
  };
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
