import type { Tile } from '@inlay/charts/tile';
import { tileQuery } from '@inlay/charts/tile-query';
import type { CrossFilter, DrillPath } from '@inlay/content/embed-api';
import type { Dataset } from '@inlay/protocol/dataset';
import type { Filter } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { ContextPath } from '@inlay/protocol/rule';
import { AppError } from '../../platform/errors.ts';
import { fillVariables } from '../../platform/query/fill-variables.ts';
import { bindRowRules } from '../../platform/rules/bind-row-rules.ts';
import { readPath } from '../../platform/rules/context-reading.ts';
import type { DataViewer } from '../connections/index.ts';
import { withoutFiltersOn } from '../content/index.ts';
import { findDataset, type QuerySource, runQuery, sourceFor, typedFilters } from '../datasets/index.ts';
import { embedFilters, filtersOfPath, filtersOfTile, ownFilters } from './chosen-filters.ts';
import type { EmbedRequest, RequestedDataset } from './embed-request.ts';
import type { OpenEmbed } from './open-embed.ts';

/** One tile of an embed, and what the viewer did on the page: marks chosen on other tiles, levels of a drill-down. */
export interface TileQuery {
  readonly id: string;
  readonly cross?: readonly CrossFilter[] | undefined;
  readonly drill?: DrillPath | undefined;
}

export interface QueriedTile {
  /** The tile without its filters; after a drill-down, with the dimension of the current level. */
  readonly tile: Tile;
  readonly result: QueryResult;
  /** Whether the viewer's filters apply to it. */
  readonly narrowed: boolean;
  /** Why there are no rows, for the developer of the host page. */
  readonly notice?: string;
}

/** The data of a tile that the viewer sees. All data for embed tokens is read here. */
export async function queryTile(
  request: EmbedRequest,
  { id, cross, drill }: TileQuery,
): Promise<QueriedTile> {
  const { services, viewer, calendar, variables, signal, maxSeconds } = request;
  const found = request.tiles.get(id);
  if (!found) throw new AppError('NOT_FOUND', { message: 'This embed has no such tile.' });
  const { tile, filters: below } = drilled(request, found, drill);
  const { dataset, source } = await datasetOf(request, tile);
  const chosen = [...filtersOfTile(request, found, cross), ...below];
  const { definition } = dataset;
  const authored = fillVariables(
    [...ownFilters(request, tile), ...embedFilters(request, definition)],
    variables,
  );
  const { result, from } = await runQuery(
    services,
    viewer,
    request.fresh ? { ...dataset, definition: { ...definition, cacheSeconds: 0 } } : dataset,
    { ...tileQuery(tile), filters: [] },
    {
      calendar,
      variables,
      filters: typedFilters([...(authored ?? []), ...chosen], definition),
      nothing: authored === undefined,
      signal,
      source,
      ...(maxSeconds === undefined ? {} : { seconds: maxSeconds }),
    },
  );
  const narrowed = chosen.length > 0 && from !== 'rules';
  const isExplained = result.rowCount === 0 && !narrowed && authored !== undefined;
  const notice = isExplained ? explainNoRows(definition, viewer) : undefined;
  return {
    // The author's filters may name values that are hidden from viewers.
    tile: { ...tile, query: withoutFiltersOn(tile.query, () => true) },
    result: named(result, request),
    narrowed,
    ...(notice === undefined ? {} : { notice }),
  };
}

/** The dataset of a tile and the database behind it, looked up once per request. */
function datasetOf(request: EmbedRequest, { id, datasetId }: Tile): Promise<RequestedDataset> {
  const { services, viewer, datasets } = request;
  const find = async (): Promise<RequestedDataset> => {
    const dataset = await findDataset(services.store, viewer.tenantId, datasetId);
    if (!dataset)
      throw new AppError('DATABASE_FAILED', {
        detail: `tile ${id} queries dataset ${datasetId}, which was deleted`,
      });
    let source: Promise<QuerySource> | undefined;
    return {
      dataset,
      source: () => {
        source ??= sourceFor(services, viewer, dataset);
        return source;
      },
    };
  };
  const found = datasets.get(datasetId) ?? find();
  datasets.set(datasetId, found);
  return found;
}

/** By result and labels: returns the same object for the same labels, because rendered charts are cached by result. */
const namedResults = new WeakMap<QueryResult, Map<string, QueryResult>>();
const MAX_NAMINGS = 8;

function named(result: QueryResult, { nameColumn }: OpenEmbed): QueryResult {
  const { columns } = result;
  const labels = columns.map((column) => nameColumn?.(column, columns) ?? column.label);
  if (columns.every(({ label }, index) => label === labels[index])) return result;
  const namings = namedResults.get(result) ?? new Map<string, QueryResult>();
  const key = JSON.stringify(labels);
  const known = namings.get(key);
  if (known) return known;
  const renamed = {
    ...result,
    columns: columns.map((column, index) => ({ ...column, label: labels[index] ?? column.label })),
  };
  if (namings.size >= MAX_NAMINGS) namings.clear();
  namedResults.set(result, namings.set(key, renamed));
  return renamed;
}

/** Drills down a hierarchy of the dashboard: the next level replaces the current one. */
function drilled(
  { content }: OpenEmbed,
  tile: Tile,
  drill: DrillPath | undefined,
): { readonly tile: Tile; readonly filters: readonly Filter[] } {
  if (!drill || drill.path.length === 0) return { tile, filters: [] };
  const hierarchy =
    content.kind === 'dashboard' ? content.dashboard.drill?.find(({ id }) => id === drill.id) : undefined;
  const from = tile.query.dimensions.find(({ column }) => hierarchy?.levels.includes(column))?.column;
  const to = hierarchy?.levels[Math.min(drill.path.length, hierarchy.levels.length - 1)];
  if (!hierarchy || hierarchy.datasetId !== tile.datasetId || from === undefined || to === undefined)
    throw new AppError('REQUEST_INVALID', { message: '/drill/id is not a hierarchy of this tile.' });
  const renamed = (column: string) => (column === from ? to : column);
  const { query, options } = tile;
  return {
    filters: filtersOfPath(hierarchy.levels, drill.path),
    tile: {
      ...tile,
      query: {
        ...query,
        dimensions: query.dimensions.map((each) => ({ ...each, column: renamed(each.column) })),
        ...(query.sort ? { sort: query.sort.map((each) => ({ ...each, by: renamed(each.by) })) } : {}),
        ...(query.top ? { top: { ...query.top, dimension: renamed(query.top.dimension) } } : {}),
        ...(query.pivot ? { pivot: { ...query.pivot, dimension: renamed(query.pivot.dimension) } } : {}),
      },
      ...(options
        ? {
            options: {
              ...options,
              ...(options.x ? { x: renamed(options.x) } : {}),
              ...(options.series ? { series: renamed(options.series) } : {}),
              ...(options.rows ? { rows: options.rows.map(renamed) } : {}),
              ...(options.columns ? { columns: options.columns.map(renamed) } : {}),
            },
          }
        : {}),
    },
  };
}

/**
 * Explains to a developer why rules leave no rows: names the dataset and the context attributes that its rules read.
 * Neither columns nor values, because the message appears in the viewer's browser.
 */
function explainNoRows(dataset: Dataset, viewer: DataViewer): string | undefined {
  const rules = [...(dataset.rowRules ?? []), ...(dataset.groupRules ?? [])];
  if (viewer.isUnruled || (rules.length === 0 && dataset.segmented === false)) return undefined;
  const where = `the row rules of dataset '${dataset.id}'`;
  if (rules.length === 0)
    return `No rows: dataset '${dataset.id}' has no row rules, so no viewer sees its rows.`;
  const read = [...new Set(rules.flatMap(pathsIn))];
  const missing = read.filter((path) => readPath(viewer, path).kind !== 'value');
  if (bindRowRules(dataset, viewer).condition.kind !== 'never')
    return `No rows: none match ${where}${read.length === 0 ? '' : `, which use ${read.join(', ')}`}.`;
  return missing.length === 0
    ? `No rows: ${where} grant this viewer no rows.`
    : `No rows: ${where} require ${missing.join(', ')}, which the token does not contain.`;
}

/** The context paths that a rule reads. */
function pathsIn(rule: unknown): readonly ContextPath[] {
  if (typeof rule !== 'object' || rule === null) return [];
  return Object.entries(rule).flatMap(([key, value]) =>
    key === 'context' && typeof value === 'string'
      ? [value as ContextPath]
      : key === 'group'
        ? (['groups'] as const)
        : pathsIn(value),
  );
}
