import { choiceVariants } from '@inlay/charts/choose-in-tile';
import type { Tile } from '@inlay/charts/tile';
import type { Dashboard } from '@inlay/content/dashboard';
import type { Story } from '@inlay/content/story';
import { unfoldDashboard } from '@inlay/content/unfold-dashboard';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { VisibilityRule } from '@inlay/protocol/rule';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { queryableModel } from '../../platform/query/model/readable-model.ts';
import { evaluateVisibility } from '../../platform/rules/evaluate-visibility.ts';
import type { Queries } from '../../platform/store/store.ts';
import {
  type AccessibleDataset,
  accessibleDatasets,
  columnsOfFilter,
  type DatasetGrant,
  deniedFields,
  filterScope,
  publishedItems,
  type ViewerScope,
  visibleContent,
} from '../content/index.ts';
import {
  findDatasets,
  findModel,
  type LoadedDatasets,
  reachAmong,
  type StoredDataset,
  withModels,
} from '../datasets/index.ts';
import type { Builder } from './open-builder.ts';

/** A builder with the content and data that its viewer may build with. */
export interface BuilderContext {
  readonly builder: Builder;
  readonly appContent: VisibleAppContent;
  readonly accessible: AccessibleFields;
  /** The same datasets with their models. */
  readonly loaded: LoadedDatasets;
  readonly scope: ViewerScope;
}

/** Published content that this viewer sees, and so may build with. */
export interface VisibleAppContent {
  /** Published tiles, by id, without rules. */
  readonly library: ReadonlyMap<string, Tile>;
  /** All visible tiles: those of the library, and dashboards' own charts. */
  readonly tiles: readonly Tile[];
  readonly filters: readonly FilterControl[];
  readonly drills: readonly NonNullable<Dashboard['drill']>[number][];
}

/** A dataset reduced to the fields that a viewer may build with. */
export interface DatasetAccess extends AccessibleDataset {
  /** Columns that the viewer sees somewhere in the app, whether or not the app lists the dataset. */
  readonly visibleColumns: ReadonlySet<string>;
}
export type AccessibleFields = ReadonlyMap<string, DatasetAccess>;

/** Read once per request. */
export async function readBuilderContext(queries: Queries, builder: Builder): Promise<BuilderContext> {
  const { viewer } = builder;
  const appContent = await readVisibleAppContent(queries, builder);
  const accessible = await readAccessibleFields(queries, builder, appContent);
  const loaded = await withModels(
    queries,
    viewer,
    [...accessible.values()].map(({ dataset }) => dataset),
  );
  const scope = {
    ...filterScope(reachAmong(loaded, viewer)),
    denied: deniedFields((id) => loaded.get(id)?.model, viewer),
  };
  return { builder, appContent, accessible, loaded, scope };
}

/** Whether a rule is true for this viewer; always for an administrator at work. */
export const isVisible = (rule: VisibilityRule, viewer: EmbedPrincipal): boolean =>
  viewer.bypassesRowRules || evaluateVisibility(rule, viewer) === 'true';

/**
 * Reads the published content of the app that rules show this viewer. An administrator at work also gets the drafts of
 * tiles that were never published: a dashboard in progress may have them.
 */
async function readVisibleAppContent(
  queries: Queries,
  { viewer, appItem }: Pick<Builder, 'viewer' | 'appItem'>,
): Promise<VisibleAppContent> {
  const items = await publishedItems(queries, viewer.tenantId, appItem.id, {
    withNewTiles: viewer.bypassesRowRules,
  });
  const evaluate = (rule: VisibilityRule) => isVisible(rule, viewer);
  const parsed = items.map(({ kind, id, published }) => ({
    kind,
    content: { ...JSON.parse(published), id },
  }));
  const tiles = parsed.filter(({ kind }) => kind === 'tile').map(({ content }) => content as Tile);
  const library = new Map(
    tiles.flatMap((tile) => {
      const visible = visibleContent({ kind: 'tile', tile }, evaluate);
      return visible?.kind === 'tile' ? [[tile.id, visible.tile] as const] : [];
    }),
  );
  const filters: FilterControl[] = [];
  const drills: NonNullable<Dashboard['drill']>[number][] = [];
  const charts: Tile[] = [];
  for (const { kind, content } of parsed) {
    if (kind === 'story') {
      const visible = visibleContent({ kind, story: content as Story, tiles }, evaluate);
      if (visible?.kind === 'story') filters.push(...(visible.story.filters ?? []));
    } else if (kind === 'dashboard') {
      const own = unfoldDashboard(content as Dashboard);
      const whole = { kind, dashboard: own.dashboard, tiles: [...tiles, ...own.tiles] } as const;
      const visible = visibleContent(whole, evaluate);
      if (visible?.kind !== 'dashboard') continue;
      filters.push(...(visible.dashboard.filters ?? []));
      drills.push(...(visible.dashboard.drill ?? []));
      charts.push(...visible.tiles.filter(({ id }) => own.tiles.some((chart) => chart.id === id)));
    }
  }
  return { library, tiles: [...library.values(), ...charts], filters, drills };
}

/**
 * The data that a viewer may build with: of datasets that the app lists, every field that is not hidden; of others,
 * only the columns and measures that published content already shows this viewer. Row rules apply on top.
 */
async function readAccessibleFields(
  queries: Queries,
  { viewer, app }: Pick<Builder, 'viewer' | 'app'>,
  content: VisibleAppContent,
): Promise<AccessibleFields> {
  const used = fieldsIn(content);
  const listed = new Set(app.datasets ?? []);
  const { tenantId, workspaceId } = viewer;
  const datasets = await findDatasets(queries, tenantId, [...new Set([...listed, ...used.keys()])]);
  const grants: (DatasetGrant & { readonly visible: Fields | undefined })[] = [];
  for (const dataset of datasets)
    if (dataset.workspaceId === null || dataset.workspaceId === workspaceId)
      grants.push({
        dataset,
        model: await buildableModel(queries, dataset, viewer),
        isListed: listed.has(dataset.id),
        visible: used.get(dataset.id),
      });
  return new Map(
    accessibleDatasets(grants).map((each) => [
      each.dataset.id,
      {
        ...each,
        visibleColumns: new Set([...(each.visible?.columns ?? [])].filter((name) => each.columns.has(name))),
      },
    ]),
  );
}

/** The accessible columns of the dataset itself. */
export function ownColumns({ dataset, columns }: AccessibleDataset): ReadonlySet<string> {
  const names = dataset.definition.columns.map(({ name }) => name);
  return new Set(names.filter((name) => columns.has(name)));
}

/** Nothing can be built with a column that the viewer sees masked or not at all. */
async function buildableModel(queries: Queries, dataset: StoredDataset, viewer: Builder['viewer']) {
  const model = await findModel(queries, viewer.tenantId, dataset, viewer);
  return viewer.bypassesRowRules ? model : queryableModel(model, viewer);
}

interface Fields {
  readonly columns: Set<string>;
  readonly measures: Set<string>;
}

function fieldsIn({ tiles, filters, drills }: VisibleAppContent): ReadonlyMap<string, Fields> {
  const used = new Map<string, Fields>();
  const fieldsOf = (id: string): Fields => {
    const fields = used.get(id) ?? { columns: new Set(), measures: new Set() };
    used.set(id, fields);
    return fields;
  };
  for (const { datasetId, query } of tiles.flatMap(choiceVariants)) {
    const { columns, measures } = fieldsOf(datasetId);
    // A column that only filters a tile is not visible in it.
    for (const { column } of query.dimensions) columns.add(column);
    for (const measure of query.measures) measures.add(measure);
  }
  for (const control of filters)
    for (const column of columnsOfFilter(control)) fieldsOf(control.datasetId).columns.add(column);
  for (const { datasetId, levels } of drills)
    for (const column of levels) fieldsOf(datasetId).columns.add(column);
  return used;
}
