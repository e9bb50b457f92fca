import { chartOf } from '@inlay/charts/chart-kinds';
import type { TableView } from '@inlay/charts/chart-props';
import { authoredChoice, chooseInTile } from '@inlay/charts/choose-in-tile';
import { coloredMembers } from '@inlay/charts/data/colored-members';
import type { HistoryQuery } from '@inlay/charts/define-chart';
import type { ColoredTile } from '@inlay/charts/theme/assign-slots';
import type { Tile, TileChoice } from '@inlay/charts/tile';
import { tileHistory } from '@inlay/charts/tile-history';
import { tileQuery } from '@inlay/charts/tile-query';
import type { CrossFilter, DrillPath, ShownChoices } from '@inlay/content/embed-api';
import { GrainSchema, MAX_PIVOT_VALUES, MAX_QUERY_ROWS, type QuerySpec } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { ContextPath } from '@inlay/protocol/rule';
import { AppError, fieldsInvalid } from '../../../platform/errors.ts';
import { RepeatedKeyError } from '../../../platform/query/errors/repeated-key-error.ts';
import { UnknownFieldError } from '../../../platform/query/errors/unknown-field-error.ts';
import { bindRowRules } from '../../../platform/query/guard/bind-row-rules.ts';
import { dimensionKey } from '../../../platform/query/model/dimension-key.ts';
import { isSumIn } from '../../../platform/query/model/is-sum.ts';
import type { Model } from '../../../platform/query/model/model.ts';
import { fillGroups, fillVariables } from '../../../platform/query/plan/fill-variables.ts';
import type { MarkFilter, QueryFilter } from '../../../platform/query/plan/mark-filter.ts';
import type { RowsQuery } from '../../../platform/query/plan/plan-rows.ts';
import { readPath } from '../../../platform/rules/context-reading.ts';
import type { DataViewer } from '../../connections/index.ts';
import { hasNoQuery, withoutFiltersOn } from '../../content/index.ts';
import {
  type DataRead,
  type DrillRows,
  type LoadedDataset,
  type LoadedDatasets,
  type QuerySource,
  runQuery,
  runRows,
  type StoredDataset,
  sourceFor,
  typedFilters,
  withFilters,
} from '../../datasets/index.ts';
import { refuseManyValues } from '../request/chosen-filters.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import type { OpenEmbed } from '../request/open-embed.ts';
import { filtersOfPath } from '../request/query-filters.ts';
import { measureFor } from './measure-for.ts';
import { embedFilters, filtersOfTile, loadReach, notFilteredBy, ownFilters } from './tile-filters.ts';

/** One tile of an embed, and what the viewer did on the page: marks chosen on other tiles, levels of a drill-down. */
export interface TileQuery {
  readonly id: string;
  readonly cross?: readonly CrossFilter[] | undefined;
  readonly drill?: DrillPath | undefined;
  /** What the viewer switched. */
  readonly choice?: TileChoice | undefined;
  /** In place of the tile's row limit: the most rows of a file. */
  readonly fileRows?: number | undefined;
}

/** A tile that a page draws, and how the viewer sorted and paged it. */
export interface DrawnTileQuery extends TileQuery {
  readonly table?: TableView | undefined;
}

export interface QueriedTile {
  /** The tile without its filters, as the viewer switched it; after a drill-down, with the dimension of the current level. */
  readonly tile: Tile;
  /** What the viewer can switch. */
  readonly choices?: ShownChoices;
  /** What the viewer switched. */
  readonly choice?: TileChoice;
  /** Whether it is as the author made it, so that texts may state its values. */
  readonly isAuthored: boolean;
  readonly result: QueryResult;
  /** The history of the rows that a table shows. */
  readonly history?: QueryResult;
  /** Whether the viewer's filters apply to it. */
  readonly narrowed: boolean;
  /** Labels of active filters that do not affect it. */
  readonly notFilteredBy: readonly string[];
  /** Why there are no rows, for the developer of the host page. */
  readonly notice?: string;
  /** The members that its colors distinguish; not for files of rows. */
  readonly colored?: ColoredTile | undefined;
}

/** The data of a tile that the viewer sees. All data for embed tokens is read here. */
export async function queryTile(request: EmbedRequest, query: TileQuery): Promise<QueriedTile> {
  const { services, viewer } = request;
  const prepared = await prepareTile(request, query);
  const { found, switched, tile, dataset, model, spec, options, chosen } = prepared;
  const { choice = {} } = query;
  const { result, from } = await hideFieldNames(() => runQuery(services, viewer, dataset, spec, options));
  const narrowed = chosen.length > 0 && from !== 'rules';
  const isExplained = result.rowCount === 0 && !narrowed && !options.nothing;
  const notice = isExplained ? explainNoRows(model, viewer) : undefined;
  // The author's filters may name values that are hidden from viewers, and a click action a hidden dashboard.
  const { click: _, ...shown } = tile;
  return {
    tile: { ...shown, query: withoutFiltersOn(tile.query, { column: () => true, measure: () => true }) },
    result: named(result, request),
    narrowed,
    notFilteredBy: prepared.notFilteredBy,
    ...(found.choices ? { choices: shownChoices(request, found, choice, model) } : {}),
    ...(switched === found ? {} : { choice }),
    isAuthored: tile === found,
    ...(query.fileRows === undefined ? { colored: coloredTile(tile, result, model) } : {}),
    ...(notice === undefined ? {} : { notice }),
  };
}

function coloredTile(tile: Tile, result: QueryResult, model: Model): ColoredTile | undefined {
  const colored = coloredMembers({ chart: chartOf(tile.kind), tile, result });
  return colored && { dimension: dimensionKey(model, colored), members: colored.members };
}

/** The data of a tile as a page draws it: of a table with sparklines, also the history of the rows that it shows. */
export async function queryDrawnTile(request: EmbedRequest, query: DrawnTileQuery): Promise<QueriedTile> {
  const queried = await queryTile(request, query);
  const { locale } = request;
  const view = query.table;
  const wanted = tileHistory({ tile: queried.tile, result: queried.result, locale, ...(view && { view }) });
  if (!wanted) return queried;
  const { services, viewer } = request;
  const { dataset, model, spec, options } = await prepareTile(request, query);
  const filters = [...options.filters, ...rowFilters(wanted, model)];
  const own = { ...wanted.query, filters: [], ...(spec.anyOf && { anyOf: spec.anyOf }) };
  const { result } = await hideFieldNames(() =>
    runQuery(services, viewer, dataset, own, { ...options, filters }),
  );
  return { ...queried, history: result };
}

/** Exactly these values: unlike with the operators of authors, the missing value is one. */
export const rowFilters = ({ rows }: HistoryQuery, model: Model): readonly MarkFilter[] =>
  typedFilters(
    rows.map((row): MarkFilter => ({ ...row, operator: 'is' })),
    model,
  );

/** A mark of a tile, and how its rows are sorted. */
export interface TileRowsQuery extends TileQuery, Pick<RowsQuery, 'measure' | 'sort'> {
  readonly mark?: RowsQuery['mark'] | undefined;
}

/** The rows behind a mark of a tile: those that the tile's query counted, with the columns that its author approved. */
export async function queryTileRows(
  request: EmbedRequest,
  { mark = {}, measure, sort, ...query }: TileRowsQuery,
): Promise<DrillRows & { readonly tile: Tile }> {
  const { services, viewer, locale } = request;
  const { tile, dataset, spec, options } = await prepareTile(request, query);
  if (!tile.drillThrough)
    throw new AppError('ACCESS_DENIED', { message: 'The rows of this tile cannot be opened.' });
  const { columns } = tile.drillThrough;
  const { filters, ...rest } = options;
  const limit = query.fileRows;
  const rows = { query: withFilters(spec, filters), columns, mark, measure, sort, limit };
  const found = await hideFieldNames(() =>
    runRows(services, viewer, dataset, rows, { ...rest, language: locale.language }),
  );
  return { ...found, tile, result: named(found.result, request) };
}

/** The query of a tile with every filter on it, as the viewer sees it. */
export async function prepareTile(
  request: EmbedRequest,
  { id, cross, drill, choice = {}, fileRows }: TileQuery,
) {
  const { calendar, variables, signal, maxSeconds, reads } = request;
  const found = request.tiles.get(id);
  if (!found) throw new AppError('NOT_FOUND', { message: 'This embed has no such tile.' });
  if (hasNoQuery(found))
    throw new AppError('DATA_DENIED', { detail: `tile ${id} queries a field that is denied to the viewer` });
  refuseManyValues('/cross', cross?.map(({ value }) => value) ?? []);
  refuseManyValues('/drill', drill?.path ?? []);
  const problem = choiceProblem(found, choice);
  if (problem !== undefined) throw fieldsInvalid([{ path: '/choice', problem }]);
  const switched = chooseInTile(found, choice);
  const { tile, filters: below } = drilled(request, switched, drill);
  const { loaded, reach, labelOf } = await loadReach(request, [tile.datasetId], cross);
  const { dataset, model } = datasetOf(loaded, tile);
  const chosen = [...filtersOfTile(request, found, reach, cross), ...below];
  const authored = fillVariables(
    [...ownFilters(request, tile, reach), ...embedFilters(request, model)],
    variables,
  );
  const groups = fillGroups(tile.query.anyOf ?? [], variables);
  const asked = tileQuery(tile, isSumIn(model));
  const fresh = request.fresh ? { ...model, root: { ...model.root, cacheSeconds: 0 } } : model;
  return {
    found,
    switched,
    tile,
    dataset,
    model,
    notFilteredBy: notFilteredBy(request, found, { reach, labelOf, cross }),
    spec: {
      ...(fileRows === undefined ? asked : upTo(fileRows, asked)),
      filters: [],
      ...(tile.query.anyOf && {
        anyOf: (groups ?? []).map((group) => typedFilters(group, model)),
      }),
    },
    chosen,
    options: {
      calendar,
      variables,
      filters: typedFilters([...(authored ?? []), ...chosen], model),
      nothing: authored === undefined || groups === undefined,
      signal,
      source: () => sourceOf(request, dataset),
      model: async () => fresh,
      onRead: reads && ((read: readonly DataRead[]) => reads.push(...read)),
      ...(maxSeconds === undefined ? {} : { seconds: maxSeconds }),
    },
  };
}

/** Top values are kept: they are what the tile is about. Its limits are for reading on a screen. */
const upTo = (fileRows: number, { pivot, ...spec }: QuerySpec): QuerySpec => ({
  ...spec,
  limit: Math.min(fileRows, MAX_QUERY_ROWS),
  ...(pivot && { pivot: { ...pivot, limit: MAX_PIVOT_VALUES } }),
});

/** Why a tile cannot be switched to this: its author did not choose or allow it. */
export function choiceProblem(tile: Tile, { grain, measure }: TileChoice): string | undefined {
  const authored = authoredChoice(tile);
  const { grains = [], measures = [] } = tile.choices ?? {};
  if (grain !== undefined && grain !== authored.grain && !grains.includes(grain))
    return `is not a granularity that viewers can switch to: '${grain}'`;
  if (measure !== undefined && measure !== authored.measure && !measures.includes(measure))
    return `is not a measure that viewers can switch to: '${measure}'`;
  return undefined;
}

function shownChoices(request: EmbedRequest, tile: Tile, choice: TileChoice, model: Model): ShownChoices {
  const { grains: grainNames } = request.locale.messages;
  const authored = authoredChoice(tile);
  const { grains = [], measures = [] } = tile.choices ?? {};
  // A measure that does not exist for this viewer is not offered.
  const option = (name: string) => {
    const measure = measureFor(request, model, name);
    return measure ? [{ value: name, label: measure.label }] : [];
  };
  const offered = GrainSchema.enum.filter((grain) => grain === authored.grain || grains.includes(grain));
  const named = new Set([...(authored.measure === undefined ? [] : [authored.measure]), ...measures]);
  const { grain = authored.grain, measure = authored.measure } = choice;
  return {
    ...(grains.length > 0 && grain
      ? {
          grain: {
            value: grain,
            options: offered.map((value) => ({ value, label: capitalized(grainNames[value]) })),
          },
        }
      : {}),
    ...(measures.length > 0 && measure !== undefined
      ? { measure: { value: measure, options: [...named].flatMap(option) } }
      : {}),
  };
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function datasetOf(loaded: LoadedDatasets, { id, datasetId }: Tile): LoadedDataset {
  const found = loaded.get(datasetId);
  if (!found)
    throw new AppError('DATABASE_FAILED', {
      detail: `tile ${id} queries dataset ${datasetId}, which was deleted`,
    });
  return found;
}

/** The database behind a dataset, looked up once per request. */
function sourceOf({ services, viewer, sources }: EmbedRequest, dataset: StoredDataset): Promise<QuerySource> {
  return sources.getOrInsertComputed(dataset.id, () => sourceFor(services, viewer, dataset));
}

/** By result and labels: returns the same object for the same labels, because rendered charts are cached by result. */
const namedResults = new WeakMap<QueryResult, Map<string, QueryResult>>();
const MAX_NAMINGS = 8;

export function named(result: QueryResult, { nameColumn }: OpenEmbed): QueryResult {
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

/** The hierarchy of this name, if the tile can be drilled down in it. */
export function hierarchyOf(
  { content }: Pick<OpenEmbed, 'content'>,
  { datasetId, query }: Tile,
  name: string,
) {
  const drills = content.kind === 'dashboard' ? (content.dashboard.drill ?? []) : [];
  return drills.find(
    (drill) =>
      drill.id === name &&
      drill.datasetId === datasetId &&
      query.dimensions.some(({ column }) => drill.levels.includes(column)),
  );
}

/** Drills down a hierarchy of the dashboard: the next level replaces the current one. */
function drilled(
  { content }: OpenEmbed,
  tile: Tile,
  drill: DrillPath | undefined,
): { readonly tile: Tile; readonly filters: readonly QueryFilter[] } {
  if (!drill || drill.path.length === 0) return { tile, filters: [] };
  const hierarchy = hierarchyOf({ content }, tile, drill.id);
  const dimension = tile.query.dimensions.find(({ column }) => hierarchy?.levels.includes(column));
  if (!hierarchy || !dimension)
    throw new AppError('REQUEST_INVALID', { message: '/drill/id is not a hierarchy of this tile.' });
  const { levels } = hierarchy;
  const { column: from, grain } = dimension;
  const to = levels[Math.min(drill.path.length, levels.length - 1)];
  if (to === undefined || drill.path.length > levels.length)
    throw new AppError('REQUEST_INVALID', { message: '/drill/path has more levels than the hierarchy.' });
  const renamed = (column: string) => (column === from ? to : column);
  const { query, options } = tile;
  return {
    filters: filtersOfPath(levels, drill.path, grain),
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
function explainNoRows(model: Model, viewer: DataViewer): string | undefined {
  const { whole = model } = model;
  const { root: dataset } = whole;
  const { rowRules = [], groupRules = [], relationships = [] } = dataset;
  const hasRules = rowRules.length + groupRules.length > 0;
  const isOpen = !hasRules && dataset.segmented === false;
  if (viewer.bypassesRowRules || (isOpen && !relationships.some(({ required }) => required)))
    return undefined;
  const where = `the ${hasRules ? 'row rules' : 'required relationships'} of dataset '${dataset.id}'`;
  if (!hasRules && !isOpen)
    return `No rows: dataset '${dataset.id}' has no row rules, so no viewer sees its rows.`;
  const { condition, findings } = bindRowRules(whole, viewer, () => undefined);
  // The message names none of the datasets that the rules follow.
  const followed = findings.flatMap(({ followed: datasets = [] }) =>
    datasets.map(({ datasetId }) => whole.datasets.get(datasetId)),
  );
  const all = [dataset, ...followed].flatMap((each) => [each?.rowRules ?? [], each?.groupRules ?? []]);
  const read = [...new Set(all.flatMap(pathsIn))];
  const missing = read.filter((path) => readPath(viewer, path).kind !== 'value');
  if (condition.kind !== 'never')
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

/**
 * Runs a query whose fields an author chose. A field that does not exist for this viewer, or a relationship whose keys
 * repeat, is not their mistake, and the names are not for them.
 */
export async function hideFieldNames<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { cause, message: detail } = error;
    if (cause instanceof UnknownFieldError) throw new AppError('DATA_DENIED', { detail, cause: error });
    if (cause instanceof RepeatedKeyError)
      throw new AppError('REQUEST_INVALID', {
        message:
          'This data cannot be shown, because values would be counted several times. Ask an administrator to validate the relationships of the dataset.',
        detail,
        cause: error,
      });
    throw error;
  }
}
