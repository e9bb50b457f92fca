import type { Tile } from '@inlay/charts/tile';
import type { CrossFilter } from '@inlay/content/embed-api';
import type { PageTile } from '@inlay/content/page-state';
import type { DatePreset, FilterControl } from '@inlay/protocol/filter-control';
import { DATE_PRESETS } from '@inlay/protocol/filter-control';
import type { ChosenValue, Filters, FilterValue, Variables } from '@inlay/protocol/frame-messages';
import type { Filter, Grain, Scalar, ViewerCalendar } from '@inlay/protocol/query';
import { type AppError, fieldsInvalid } from '../../../platform/errors.ts';
import { type Model, resolveColumn } from '../../../platform/query/model/model.ts';
import type { MarkFilter, QueryFilter } from '../../../platform/query/plan/mark-filter.ts';
import { bucketDays, type Days, periodDays } from '../../../platform/query/plan/period-days.ts';
import { isDate } from '../../../platform/time/zoned-time.ts';
import { columnsOfFilter } from '../../content/index.ts';
import type { NamedColumn, Reach } from '../../datasets/index.ts';
import type { OpenEmbed } from '../open-embed.ts';

/** The viewer's choices, and the time and calendar that presets are resolved with. */
export interface Choices {
  readonly filters: Filters;
  readonly variables: Variables;
  readonly now: number;
  readonly calendar: ViewerCalendar;
}

type ChosenContent = Pick<OpenEmbed, 'content' | 'tiles' | 'offered'> & Pick<Choices, 'filters'>;

export function controlsOf({ content }: Pick<OpenEmbed, 'content'>): readonly FilterControl[] {
  if (content.kind === 'tile') return [];
  return (content.kind === 'story' ? content.story.filters : content.dashboard.filters) ?? [];
}

/** The value of each filter: the viewer's choice, else the default, else none. */
export function valuesOfControls(chosen: ChosenContent): Readonly<Record<string, FilterValue>> {
  return Object.fromEntries(
    controlsOf(chosen).map((control) => [control.id, choiceOf(control, chosen.filters)] as const),
  );
}

function choiceOf(control: FilterControl, filters: Filters): FilterValue {
  const chosen = Object.hasOwn(filters, control.id) ? filters[control.id] : undefined;
  if (chosen !== undefined) return chosen;
  return 'default' in control ? ((control.default as FilterValue | undefined) ?? null) : null;
}

/** The days that a date filter is set to, where it is set to the name of a period. */
export function daysOf(
  value: FilterValue,
  { now, calendar }: Pick<Choices, 'now' | 'calendar'>,
): Days | undefined {
  return isPreset(value) ? periodDays(value, now, calendar) : undefined;
}

/**
 * The embed's own filters on a dataset, which apply to every query. Its author may name any column of it. One that the
 * viewer has no access to refuses the query: without its filter, the viewer would see more.
 */
export function embedFilters({ embed }: Pick<OpenEmbed, 'embed'>, model: Model): readonly Filter[] {
  const { whole = model } = model;
  return (embed.options?.filters ?? []).filter(({ column }) => resolveColumn(whole, column) !== undefined);
}

/** One filter of the viewer or the host, on columns of the dataset that it was written for. */
interface ActiveFilter {
  /** Of a control; others have the label of their column. */
  readonly label?: string;
  /** Datasets whose column it names; the host names a column without a dataset. */
  readonly datasets: readonly string[];
  readonly filters: readonly QueryFilter[];
  /** The tiles that it is restricted to. */
  readonly tiles?: readonly string[] | undefined;
}

/** Filters that are set: controls, columns that the host named, and clicks on other tiles. */
function activeFilters(chosen: ChosenContent, cross: readonly CrossFilter[]): readonly ActiveFilter[] {
  const controls = controlsOf(chosen);
  const ofControls = controls.map((control) => ({
    label: control.label,
    datasets: [control.datasetId],
    filters: filtersOfControl(control, choiceOf(control, chosen.filters)),
    tiles: control.tiles,
  }));
  const named = Object.entries(chosen.filters).filter(([name]) => !controls.some(({ id }) => id === name));
  const ofHost = named.map(([column, value]) => ({
    datasets: datasetsWith(chosen, column),
    filters: filtersOn(column, value),
  }));
  const ofClicks = cross.map((click) => ({
    datasets: [click.datasetId],
    filters: [filterOfClick(click, accessibleColumns(chosen, click.datasetId))],
  }));
  return [...ofControls, ...ofHost, ...ofClicks].filter(({ filters }) => filters.some(narrows));
}

const narrows = (filter: QueryFilter) => filter.operator !== 'in-period' || filter.period !== 'all';

/** The datasets that the filters of a tile name: they have to be loaded to know which tiles they reach. */
export function datasetsFiltered(
  chosen: ChosenContent,
  cross: readonly CrossFilter[] = [],
): readonly string[] {
  return activeFilters(chosen, cross).flatMap(({ datasets }) => datasets);
}

/** The datasets with a column of this name that the viewer may filter by. */
function datasetsWith(chosen: ChosenContent, column: string): readonly string[] {
  return contentDatasets(chosen).filter((id) => accessibleColumns(chosen, id).has(column));
}

/** The datasets that content shows, filters by or offers. */
export function contentDatasets(opened: Pick<OpenEmbed, 'content' | 'tiles' | 'offered'>): readonly string[] {
  return [
    ...new Set([
      ...[...opened.tiles.values()].map(({ datasetId }) => datasetId),
      ...controlsOf(opened).map(({ datasetId }) => datasetId),
      ...(opened.offered?.keys() ?? []),
    ]),
  ];
}

/** A filter in the terms of a tile's dataset; undefined if it does not reach the tile. */
function appliedTo(active: ActiveFilter, tile: Tile, reach: Reach): readonly QueryFilter[] | undefined {
  return isFor(active, tile) ? appliedIn(active, tile.datasetId, reach) : undefined;
}

function appliedIn(
  { datasets, filters }: Pick<ActiveFilter, 'datasets' | 'filters'>,
  queried: string,
  reach: Reach,
): readonly QueryFilter[] | undefined {
  // The host means a column of the queried dataset, where it has one of that name.
  const own = datasets.filter((id) => id === queried);
  const applied = filters.map((filter) => {
    const { column } = filter;
    const names = (own.length > 0 ? own : datasets).flatMap(
      (datasetId) => reach(queried, { datasetId, column })?.name ?? [],
    );
    const [name, ...others] = new Set(names);
    return name === undefined || others.length > 0 ? undefined : { ...filter, column: name };
  });
  return applied.every((filter) => filter !== undefined) ? applied : undefined;
}

/** The filters of a control that narrow the values of another one. */
export function filtersReaching(
  { datasetId: queried }: FilterControl,
  control: FilterControl,
  value: FilterValue,
  reach: Reach,
): readonly QueryFilter[] {
  const active = { datasets: [control.datasetId], filters: filtersOfControl(control, value) };
  return appliedIn(active, queried, reach) ?? [];
}

/** The viewer's filters on one tile: their choices, and clicks on other tiles. */
export function filtersOfTile(
  chosen: ChosenContent,
  tile: Tile,
  reach: Reach,
  cross: readonly CrossFilter[] = [],
): readonly QueryFilter[] {
  return activeFilters(chosen, cross).flatMap((active) => appliedTo(active, tile, reach) ?? []);
}

/**
 * The tile's own filters. A date range that the viewer chooses replaces the tile's own: combined, `this month` on a tile
 * of last year would match no day. The default of a control narrows the tile's range instead.
 */
export function ownFilters(context: ChosenContent, tile: Tile, reach: Reach): readonly Filter[] {
  const chosen = controlsOf(context).flatMap((control) => {
    if (control.kind !== 'date-range' || !isFor(control, tile)) return [];
    const value = choiceOf(control, context.filters);
    if (value === null || JSON.stringify(value) === JSON.stringify(control.default)) return [];
    return reach(tile.datasetId, control)?.name ?? [];
  });
  const isReplaced = ({ column, operator }: Filter) => chosen.includes(column) && BOUNDS.has(operator);
  return (tile.query.filters ?? []).filter((filter) => !isReplaced(filter));
}

const BOUNDS: ReadonlySet<Filter['operator']> = new Set([
  'in-period',
  'between',
  'equals',
  'less',
  'less-or-equal',
  'greater',
  'greater-or-equal',
]);

/**
 * Columns that a viewer may filter by: those that the embed shows or offers. Filtering by any other would let a
 * viewer infer hidden values by comparing responses.
 */
function accessibleColumns(
  opened: Pick<OpenEmbed, 'content' | 'tiles' | 'offered'>,
  datasetId: string,
): ReadonlySet<string> {
  const { content, tiles } = opened;
  const ofTiles = [...tiles.values()]
    .filter((tile) => tile.datasetId === datasetId)
    .flatMap(({ query }) => query.dimensions.map(({ column }) => column));
  const offered = controlsOf(opened)
    .filter((control) => control.datasetId === datasetId)
    .flatMap(columnsOfFilter);
  const drilled = (content.kind === 'dashboard' ? (content.dashboard.drill ?? []) : [])
    .filter((drill) => drill.datasetId === datasetId)
    .flatMap(({ levels }) => levels);
  return new Set([...ofTiles, ...offered, ...drilled, ...(opened.offered?.get(datasetId) ?? [])]);
}

/**
 * Refuses filters that the embed does not have, and values that they do not take: one that silently went missing would
 * show more than requested.
 */
export function checkFilters(chosen: ChosenContent): void {
  const controls = controlsOf(chosen);
  refuseManyValues('/filters', Object.values(chosen.filters));
  for (const control of controls) filtersOfControl(control, choiceOf(control, chosen.filters));
  const ids = controls.map(({ id }) => id);
  const others = Object.keys(chosen.filters).filter((name) => !ids.includes(name));
  if (others.length === 0) return;
  const columns = new Set(contentDatasets(chosen).flatMap((id) => [...accessibleColumns(chosen, id)]));
  const unknown = others.find((name) => !columns.has(name));
  if (unknown === undefined) return;
  const known = [...new Set([...ids, ...columns])];
  throw invalid(unknown, `is not a filter of this embed, which has ${known.join(', ') || 'none'}`);
}

/** Far more than anybody chooses. Each one is a parameter of the statements of every tile. */
const MAX_CHOSEN_VALUES = 5_000;

/** Refuses more filter values in one request than a database should get. */
export function refuseManyValues(path: string, values: readonly (FilterValue | ChosenValue)[]): void {
  const count = values.reduce<number>((sum, value) => sum + countOf(value), 0);
  if (count > MAX_CHOSEN_VALUES)
    throw fieldsInvalid([
      {
        path,
        problem: `has ${count} values in total, and the maximum is ${MAX_CHOSEN_VALUES}. Filter by fewer`,
      },
    ]);
}

function countOf(value: FilterValue | ChosenValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) return value.length;
  const listed = 'in' in value ? value.in : 'notIn' in value ? value.notIn : undefined;
  return listed?.length ?? 1;
}

/** The label of a column that the host named or the viewer clicked. */
export type LabelOf = (column: NamedColumn) => string;

interface Unfiltered {
  readonly reach: Reach;
  readonly labelOf: LabelOf;
  readonly cross?: readonly CrossFilter[] | undefined;
}

/** The labels of active filters that do not affect a tile. */
export function notFilteredBy(
  chosen: ChosenContent,
  tile: Tile,
  { reach, labelOf, cross = [] }: Unfiltered,
): readonly string[] {
  const missing = activeFilters(chosen, cross).filter((active) => !appliedTo(active, tile, reach));
  const labels = missing.map(({ label, datasets: [datasetId = ''], filters: [filter] }) => {
    return label ?? labelOf({ datasetId, column: filter?.column ?? '' });
  });
  return [...new Set(labels)];
}

/**
 * For the script of a page, which notes on a tile that filters do not affect it: columns by dataset that reach the tile
 * neither by a control nor by a click, and columns that do not reach it when the host names them, with their labels.
 */
export function unreachedColumns(
  opened: Pick<OpenEmbed, 'content' | 'tiles'>,
  tile: Tile,
  { reach, labelOf }: Omit<Unfiltered, 'cross'>,
): Pick<PageTile, 'unreached' | 'unreachedNames'> {
  const shown = { content: opened.content, tiles: opened.tiles };
  const columns = contentDatasets(shown).flatMap((datasetId) =>
    [...accessibleColumns(shown, datasetId)].map((column) => ({ datasetId, column })),
  );
  const reached = columns.filter((column) => reach(tile.datasetId, column));
  const missing = columns.filter((column) => !reached.includes(column));
  if (missing.length === 0) return {};
  const names = missing.filter(({ column }) => !reached.some((other) => other.column === column));
  return {
    unreached: Object.fromEntries(
      [...Map.groupBy(missing, ({ datasetId }) => datasetId)].map(([id, all]) => [
        id,
        all.map(({ column }) => column),
      ]),
    ),
    ...(names.length === 0
      ? {}
      : { unreachedNames: Object.fromEntries(names.map((name) => [name.column, labelOf(name)])) }),
  };
}

const isFor = ({ tiles }: Pick<ActiveFilter, 'tiles'>, { id }: Tile) => tiles?.includes(id) ?? true;

export function filtersOfControl(control: FilterControl, value: FilterValue): readonly QueryFilter[] {
  if (value === null) return [];
  if (control.kind === 'hierarchy') {
    const path = Array.isArray(value) ? value : [value];
    // Without the values on its lower levels, it would show more than was chosen.
    if (path.length > control.levels.length || path.some((each) => typeof each === 'object' && each !== null))
      throw invalid(control.id, `must be a list of at most ${control.levels.length} values, one per level`);
    return filtersOfPath(control.levels, path);
  }
  if (control.kind === 'search') {
    const text = String(value);
    return text === '' ? [] : [{ column: control.column, operator: 'contains', value: text }];
  }
  if (control.kind !== 'date-range') return filtersOn(control.column, value);
  if (isPreset(value)) return [{ column: control.column, operator: 'in-period', period: value }];
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalid(control.id, `must be {"from", "to"} or one of ${DATE_PRESETS.join(', ')}`);
  return filtersOn(control.column, value);
}

/** One value for each level from the top; with a granularity, the start of a period. */
export function filtersOfPath(
  levels: readonly string[],
  path: readonly ChosenValue[],
  grain?: Grain,
): readonly QueryFilter[] {
  return path
    .slice(0, levels.length)
    .map((value, index) => filterOfPeriod(levels[index] as string, value, grain));
}

function filtersOn(column: string, value: FilterValue): readonly QueryFilter[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [filterOfValue(column, { in: value })];
  if (typeof value !== 'object') return [filterOfValue(column, value)];
  const { from, to } = value as { readonly from?: Scalar; readonly to?: Scalar };
  if (from !== undefined && to !== undefined) return [{ column, operator: 'between', from, to }];
  if (from !== undefined) return [{ column, operator: 'greater-or-equal', value: from }];
  return to === undefined ? [] : [{ column, operator: 'less-or-equal', value: to }];
}

function filterOfClick({ column, value, grain }: CrossFilter, accessible: ReadonlySet<string>): QueryFilter {
  if (!accessible.has(column)) throw invalid(column, 'is not a column of this embed');
  return filterOfPeriod(column, value, grain);
}

function filterOfPeriod(column: string, value: ChosenValue, grain: Grain | undefined): QueryFilter {
  if (grain === undefined) return filterOfValue(column, value);
  if (grain === 'hour' || typeof value !== 'string') return { ...filterOfMark(column, value), grain };
  if (!isDate(value.slice(0, 10))) throw invalid(column, 'requires a date as its value');
  // As days, which also bound the gaps that a chart by time fills, and the period that it is compared with.
  return { column, operator: 'between', ...bucketDays(value.slice(0, 10), grain) };
}

/** A plain filter where it has the same meaning: the days of a date filter also bound a chart by time. */
function filterOfValue(column: string, value: ChosenValue): QueryFilter {
  const mark = filterOfMark(column, value);
  const values = mark.values.filter((each) => each !== null);
  if (mark.operator === 'is-not' || values.length < mark.values.length) return mark;
  const [first] = values;
  return values.length === 1 && first !== undefined
    ? { column, operator: 'equals', value: first }
    : { column, operator: 'in', values };
}

/** Exactly the rows of a mark: the missing value and the empty text are two marks. */
function filterOfMark(column: string, value: ChosenValue): MarkFilter {
  if (value === null || typeof value !== 'object') return { column, operator: 'is', values: [value] };
  return 'in' in value
    ? { column, operator: 'is', values: value.in }
    : { column, operator: 'is-not', values: value.notIn };
}

const isPreset = (value: FilterValue): value is DatePreset =>
  typeof value === 'string' && DATE_PRESETS.some((preset) => preset === value);

function invalid(name: string, problem: string): AppError {
  return fieldsInvalid([{ path: `/filters/${name}`, problem }]);
}
