import type { Tile } from '@inlay/charts/tile';
import type { CrossFilter } from '@inlay/content/embed-api';
import type { Dataset } from '@inlay/protocol/dataset';
import type { DatePreset, FilterControl } from '@inlay/protocol/filter-control';
import { DATE_PRESETS } from '@inlay/protocol/filter-control';
import type { ChosenValue, Filters, FilterValue, Variables } from '@inlay/protocol/frame-messages';
import type { Filter, Scalar, ViewerCalendar } from '@inlay/protocol/query';
import { type AppError, fieldsInvalid } from '../../platform/errors.ts';
import { bucketDays, type Days, periodDays } from '../../platform/query/period-days.ts';
import { isDate } from '../../platform/time/zoned-time.ts';
import type { OpenEmbed } from './open-embed.ts';

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

export const columnsOf = (control: FilterControl): readonly string[] =>
  control.kind === 'hierarchy' ? control.levels : [control.column];

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

/** The embed's own filters on a dataset, which apply to every query. Its author may name any column of it. */
export function embedFilters(
  { embed }: Pick<OpenEmbed, 'embed'>,
  { columns }: Pick<Dataset, 'columns'>,
): readonly Filter[] {
  return (embed.options?.filters ?? []).filter(({ column }) => columns.some(({ name }) => name === column));
}

/** The viewer's filters on one tile: their choices, and clicks on other tiles. */
export function filtersOfTile(
  chosen: ChosenContent,
  tile: Tile,
  cross: readonly CrossFilter[] = [],
): readonly Filter[] {
  const controls = controlsOf(chosen);
  const fromControls = controls
    .filter((control) => applies(control, tile))
    .flatMap((control) => filtersOfControl(control, choiceOf(control, chosen.filters)));
  const onColumns = Object.entries(chosen.filters).filter(
    ([name]) => !controls.some(({ id }) => id === name),
  );
  const clicks = cross.filter(({ datasetId }) => datasetId === tile.datasetId);
  if (onColumns.length === 0 && clicks.length === 0) return fromControls;
  const accessible = accessibleColumns(chosen, tile.datasetId);
  return [
    ...fromControls,
    ...onColumns
      .filter(([name]) => accessible.has(name))
      .flatMap(([column, value]) => filtersOn(column, value)),
    ...clicks.map((click) => filterOfClick(click, accessible)),
  ];
}

/**
 * The tile's own filters. A date range that the viewer chooses replaces the tile's own: combined, `this month` on a tile
 * of last year would match no day. The default of a control narrows the tile's range instead.
 */
export function ownFilters(context: ChosenContent, tile: Tile): readonly Filter[] {
  const chosen = controlsOf(context).flatMap((control) => {
    if (control.kind !== 'date-range' || !applies(control, tile)) return [];
    const value = choiceOf(control, context.filters);
    return value !== null && JSON.stringify(value) !== JSON.stringify(control.default)
      ? [control.column]
      : [];
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
    .flatMap(columnsOf);
  const drilled = (content.kind === 'dashboard' ? (content.dashboard.drill ?? []) : [])
    .filter((drill) => drill.datasetId === datasetId)
    .flatMap(({ levels }) => levels);
  return new Set([...ofTiles, ...offered, ...drilled, ...(opened.offered?.get(datasetId) ?? [])]);
}

/** Refuses filters that the embed does not have: one that silently went missing would show more than requested. */
export function checkFilters(chosen: ChosenContent): void {
  const ids = controlsOf(chosen).map(({ id }) => id);
  const others = Object.keys(chosen.filters).filter((name) => !ids.includes(name));
  if (others.length === 0) return;
  const datasets = new Set([
    ...[...chosen.tiles.values()].map(({ datasetId }) => datasetId),
    ...(chosen.offered?.keys() ?? []),
  ]);
  const columns = new Set([...datasets].flatMap((id) => [...accessibleColumns(chosen, id)]));
  const unknown = others.find((name) => !columns.has(name));
  if (unknown === undefined) return;
  const known = [...new Set([...ids, ...columns])];
  throw invalid(unknown, `is not a filter of this embed, which has ${known.join(', ') || 'none'}`);
}

/** The labels of active filters that do not affect a tile. */
export function notFilteredBy(chosen: ChosenContent, tile: Tile): readonly string[] {
  return controlsOf(chosen)
    .filter((control) => {
      const value = choiceOf(control, chosen.filters);
      return value !== 'all' && filtersOfControl(control, value).length > 0 && !applies(control, tile);
    })
    .map(({ label }) => label);
}

const applies = (control: FilterControl, tile: Tile) =>
  control.datasetId === tile.datasetId && (control.tiles?.includes(tile.id) ?? true);

export function filtersOfControl(control: FilterControl, value: FilterValue): readonly Filter[] {
  if (value === null) return [];
  if (control.kind === 'hierarchy')
    return filtersOfPath(control.levels, Array.isArray(value) ? value : [value]);
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

/** One value for each level from the top. */
export function filtersOfPath(levels: readonly string[], path: readonly ChosenValue[]): readonly Filter[] {
  return path.slice(0, levels.length).map((value, index) => filterOfValue(levels[index] as string, value));
}

function filtersOn(column: string, value: FilterValue): readonly Filter[] {
  if (value === null) return [];
  if (Array.isArray(value)) {
    const values = value.filter((each) => each !== null);
    return values.length === 0 ? [] : [{ column, operator: 'in', values }];
  }
  if (typeof value !== 'object') return [equals(column, value as Scalar)];
  const { from, to } = value as { readonly from?: Scalar; readonly to?: Scalar };
  if (from !== undefined && to !== undefined) return [{ column, operator: 'between', from, to }];
  if (from !== undefined) return [{ column, operator: 'greater-or-equal', value: from }];
  return to === undefined ? [] : [{ column, operator: 'less-or-equal', value: to }];
}

function filterOfClick({ column, value, grain }: CrossFilter, accessible: ReadonlySet<string>): Filter {
  if (!accessible.has(column)) throw invalid(column, 'is not a column of this embed');
  if (grain === undefined || grain === 'hour' || typeof value !== 'string')
    return filterOfValue(column, value);
  if (!isDate(value.slice(0, 10))) throw invalid(column, 'requires a date as its value');
  return { column, operator: 'between', ...bucketDays(value.slice(0, 10), grain) };
}

function filterOfValue(column: string, value: ChosenValue): Filter {
  if (value === null || typeof value !== 'object') return equals(column, value);
  const [operator, all] = 'in' in value ? (['in', value.in] as const) : (['not-in', value.notIn] as const);
  const values = all.filter((each) => each !== null);
  const orNotSet = (operator === 'in') === values.length < all.length;
  if (values.length === 0) return { column, operator: orNotSet ? 'is-not-set' : 'is-set' };
  return { column, operator, values, ...(orNotSet ? { orNotSet } : {}) };
}

function equals(column: string, value: Scalar | null): Filter {
  return value === null ? { column, operator: 'is-not-set' } : { column, operator: 'equals', value };
}

const isPreset = (value: FilterValue): value is DatePreset =>
  typeof value === 'string' && DATE_PRESETS.some((preset) => preset === value);

function invalid(name: string, problem: string): AppError {
  return fieldsInvalid([{ path: `/filters/${name}`, problem }]);
}
