import type { Format } from '@inlay/protocol/format';
import { memberKey } from '@inlay/protocol/member-key';
import { remember } from '@inlay/protocol/remember';
import type { Cell, ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import { formatCell, formatRow, formatTime, isNumeric, isOthers, isTemporal } from '../format/format-cell.ts';
import type { Locale } from '../format/locale.ts';
import { readTime } from '../format/read-time.ts';
import { assignFills, type Colored } from '../theme/assign-fills.ts';
import type { SeriesFill } from '../theme/create-theme.ts';
import { incompleteText, withUntil } from './incomplete-period.ts';
import { largestOf } from './largest-series.ts';
import { type ColumnRoles, columnFormat, readColumns, toNumber } from './read-columns.ts';
import type { SizedSeries } from './sized-series.ts';
import { wholeOf } from './whole-of.ts';

export interface Series extends Colored {
  readonly values: readonly (number | null)[];
  /** The result rows of a category: several if the series merges others, none if it has no row. */
  readonly rows: (index: number) => readonly number[];
  readonly format: Format | undefined;
  readonly fill: SeriesFill;
  readonly column: ResultColumn;
  /** Repeats another series for the previous period: drawn fainter. */
  readonly comparison: boolean;
  /** One of too many: drawn thin and gray, and named on demand. */
  readonly muted?: boolean;
  /** The opacity of an earlier year. */
  readonly fade?: number;
  /** The indexes of a year's own periods. A line has no gap at those that only other years have. */
  readonly places?: readonly number[];
}

/** With more series, lines and bars become indistinguishable in any colors. */
export const maxSeries = 50;

/** A result for charts with an x axis: categories along x, one value per series and category. */
export interface SeriesData {
  readonly x: ResultColumn | undefined;
  readonly xKind: 'time' | 'number' | 'name';
  /** The dimension whose values are the series; none if they are measures. */
  readonly split?: ResultColumn | undefined;
  /** Time (see `readTime`) or number of each category; its index if X is a name. */
  readonly positions: readonly number[];
  readonly label: (index: number) => string;
  readonly series: readonly Series[];
  /** The last period, if it is not over, and how far it goes. */
  readonly incomplete?: { readonly index: number; readonly until: string };
  /** Series that were left out because there are too many: their number, and their sum and rows per category. */
  readonly rest?: Rest | undefined;
  /** What shares of a category are of, by one of its rows, if a zoom leaves out parts of it. */
  readonly wholeOf?: ((row: number) => number) | undefined;
  /** Series are years, and X is the time within a year; see `overlayYears`. */
  readonly isOverlaid?: true;
}

interface Rest {
  readonly count: number;
  readonly values: readonly (number | null)[];
  readonly rows: (index: number) => readonly number[];
}

/** All series of a result and their sizes, without their values along X. */
export function sizedSeries({ result, tile, locale }: ChartProps): readonly SizedSeries[] {
  const roles = readColumns(result, tile.options);
  const { series, measures } = roles;
  return series
    ? findSeries({ result, tile, locale }, { ...roles, series }, () => true).found
    : measures.map((column) => sizedColumn(column, column.label));
}

/** If there are more than `most` series, keeps the largest, in the order of the result. */
export function readSeries(props: ChartProps, most = maxSeries): SeriesData {
  const { tile, locale } = props;
  const options = tile.options;
  const roles = readColumns(props.result, options);
  const { x } = roles;
  const xKind = x === undefined ? 'name' : isTemporal(x) ? 'time' : isNumeric(x) ? 'number' : 'name';
  const format = x && columnFormat(x, options);
  const rows = categoryRows(props, roles, xKind);
  const { series: raw, rest } = roles.series
    ? splitBySeries(props, { ...roles, series: roles.series }, rows, most)
    : columnsAsSeries(props, roles, rows, most);
  const own = raw.filter((each) => !each.comparison);
  const fills = assignFills(props, own);
  const series = raw.map((each) => {
    const owner = each.comparison
      ? own.findIndex((other) => other.column.name === each.column.comparisonOf)
      : own.indexOf(each);
    return { ...each, fill: fills[owner] as SeriesFill };
  });
  return {
    x,
    xKind,
    split: roles.series,
    positions: rows.positions,
    label: (index) => {
      const row = rows.first[index];
      if (x === undefined || row === undefined) return tile.title;
      if (xKind === 'time') return formatTime(rows.positions[index] as number, x, format, locale);
      return formatRow(row, x, format, locale);
    },
    series,
    rest,
    ...(props.whole && { wholeOf: wholeOf(props) }),
    ...incompleteAt(x, rows, locale),
  };
}

function incompleteAt(
  x: ResultColumn | undefined,
  { first }: CategoryRows,
  locale: Locale,
): Pick<SeriesData, 'incomplete'> {
  const until = x && incompleteText(x, locale);
  if (!until) return {};
  const index = first.findLastIndex((row) => x.values[row] === x.incomplete?.value);
  return index < 0 ? {} : { incomplete: { index, until } };
}

/** The label of a category, and how far it goes if it is a period that is not over. */
export const fullLabel = (
  { label, incomplete }: Pick<SeriesData, 'label' | 'incomplete'>,
  index: number,
): string => withUntil(label(index), incomplete?.index === index ? incomplete.until : undefined);

interface CategoryRows {
  /** The first row of each category. */
  readonly first: readonly number[];
  /** The category of each row, -1 for rows without a position on the axis; only if rows belong to series. */
  readonly ofRow: readonly number[];
  readonly positions: readonly number[];
}

function categoryRows(
  props: ChartProps,
  { x, series }: ColumnRoles,
  xKind: SeriesData['xKind'],
): CategoryRows {
  const { result } = props;
  const all: number[] = [];
  for (let row = 0; row < result.rowCount; row += 1) all.push(row);
  const at = xKind === 'name' || !x ? all : positionsOf(props, x);
  const rows = xKind === 'name' ? all : inOrder(all, at);
  const positions = rows === all ? at : rows.map((row) => at[row] as number);
  if (!series) return { first: rows, ofRow: [], positions };
  if (!x) return { first: rows, ofRow: rows, positions };
  const ofRow = new Array<number>(result.rowCount).fill(-1);
  const first: number[] = [];
  const known = new Map<unknown, number>();
  for (const row of rows) {
    // The row of "Other" has no value either, but is not the row of missing values.
    const key = isOthers(x, row) ? x : x.values[row];
    const index = known.get(key) ?? first.push(row) - 1;
    known.set(key, index);
    ofRow[row] = index;
  }
  return {
    first,
    ofRow,
    positions: first.map((row, index) => (xKind === 'name' ? index : (at[row] as number))),
  };
}

/** Results are usually sorted already. */
function inOrder(rows: readonly number[], at: readonly number[]): readonly number[] {
  let sorted = true;
  for (let i = 0; sorted && i < at.length; i += 1)
    sorted = (at[i] as number) >= (at[Math.max(0, i - 1)] as number);
  if (sorted) return rows;
  return rows.filter((row) => !Number.isNaN(at[row])).sort((a, b) => (at[a] as number) - (at[b] as number));
}

function positionsOf({ locale }: ChartProps, x: ResultColumn): readonly number[] {
  if (!isTemporal(x)) return x.values.map((cell) => toNumber(cell) ?? Number.NaN);
  return x.values.map((cell) => readTime(cell, x.type, locale) ?? Number.NaN);
}

type RawSeries = Omit<Series, 'fill'>;

interface SplitSeries {
  readonly series: readonly RawSeries[];
  readonly rest?: Rest;
}

function columnsAsSeries(
  props: ChartProps,
  { measures, comparisons }: ColumnRoles,
  rows: CategoryRows,
  most: number,
): SplitSeries {
  const labels = new Set(measures.map(({ label }) => label));
  const compared = new Set(comparisons);
  // A column of the previous period has the label of its measure unless the dataset's author set another.
  const nameOf = (column: ResultColumn) =>
    compared.has(column) && labels.has(column.label)
      ? `${column.label}, ${props.locale.messages.previous}`
      : column.label;
  const rowsAt = (index: number) => rows.first.slice(index, index + 1);
  const valuesOf = (column: ResultColumn) => rows.first.map((row) => toNumber(column.values[row]));
  const sized = measures.map((column) => sizedColumn(column, nameOf(column)));
  const kept = new Set(largestOf(props, sized, most).map(({ column }) => column));
  const names = new Set([...kept].map(({ name }) => name));
  const series = [...comparisons.filter(({ comparisonOf = '' }) => names.has(comparisonOf)), ...kept].map(
    (column) => ({
      name: nameOf(column),
      values: valuesOf(column),
      rows: rowsAt,
      format: columnFormat(column, props.tile.options),
      column,
      comparison: compared.has(column),
      ...memberOf(column),
    }),
  );
  if (kept.size === measures.length) return { series };
  const rest = createRest(rows.first.length, measures.length - kept.size);
  for (const column of measures)
    if (!kept.has(column))
      for (const [index, row] of rows.first.entries()) rest.add(toNumber(column.values[row]), index, row);
  return { series, rest: rest.done };
}

const sizedColumn = (column: ResultColumn, name: string): SizedSeries => ({
  name,
  column,
  size: sizeOf(column.values),
  ...memberOf(column),
});

/** The member of a pivoted column. Several measures of a member could not be told apart by its color. */
const memberOf = ({ pivot }: ResultColumn): Pick<Colored, 'member' | 'isOther'> =>
  pivot?.measureLabel === undefined
    ? { member: pivot && memberKey(pivot.value), isOther: pivot?.others }
    : {};

/** The roles of columns if the values of one of them are series. */
type SplitRoles = ColumnRoles & { readonly series: ResultColumn };

/** The series of all rows that have a place on the X axis. */
function findSeries(
  { result, tile, locale }: Pick<ChartProps, 'result' | 'tile' | 'locale'>,
  { measures, series }: SplitRoles,
  isPlaced: (row: number) => boolean,
) {
  const format = columnFormat(series, tile.options);
  const write = remember(1000, (cell: Cell) => formatCell(cell, series, format, locale));
  const nameOf = (row: number, column: ResultColumn) => {
    const value = isOthers(series, row) ? locale.messages.other : write(series.values[row] ?? null);
    return measures.length > 1 ? `${value} · ${column.label}` : value;
  };
  // Different values may have equal labels, as a missing one and 'None'. The row of "Other" has no value either.
  const keyOf = (row: number) => (isOthers(series, row) ? series : series.values[row]);
  const found: (SizedSeries & { size: number })[] = [];
  const byKey = measures.map(() => new Map<unknown, (typeof found)[number]>());
  for (let row = 0; row < result.rowCount; row += 1) {
    if (!isPlaced(row)) continue;
    for (const [place, column] of measures.entries()) {
      const key = keyOf(row);
      let entry = byKey[place]?.get(key);
      if (!entry) {
        entry = {
          name: nameOf(row, column),
          column,
          size: 0,
          isOther: isOthers(series, row),
          member: measures.length > 1 ? undefined : memberKey(series.values[row]),
        };
        found.push(entry);
        byKey[place]?.set(key, entry);
      }
      entry.size += Math.abs(toNumber(column.values[row]) ?? 0);
    }
  }
  return { found, at: (place: number, row: number) => byKey[place]?.get(keyOf(row)) };
}

function splitBySeries(props: ChartProps, roles: SplitRoles, rows: CategoryRows, most: number): SplitSeries {
  const { result, tile } = props;
  const { found, at } = findSeries(props, roles, (row) => (rows.ofRow[row] ?? -1) >= 0);
  // Allocated only now: a value for each category and each of a thousand series would not fit into memory.
  const kept = new Map(
    largestOf(props, found, most).map((entry) => [
      entry,
      {
        values: new Array<number | null>(rows.first.length).fill(null),
        rowAt: new Array<number>(rows.first.length).fill(-1),
      },
    ]),
  );
  const rest = createRest(rows.first.length, found.length - kept.size);
  for (let row = 0; row < result.rowCount; row += 1) {
    const category = rows.ofRow[row] ?? -1;
    if (category < 0) continue;
    for (const [place, column] of roles.measures.entries()) {
      const entry = at(place, row);
      const own = entry && kept.get(entry);
      const value = toNumber(column.values[row]);
      if (own) {
        own.values[category] = value;
        own.rowAt[category] = row;
      } else rest.add(value, category, row);
    }
  }
  const all = [...kept].map(([{ size: _, ...entry }, { values, rowAt }]) => ({
    ...entry,
    values,
    rows: (index: number) => rowAt.slice(index, index + 1).filter((row) => row >= 0),
    format: columnFormat(entry.column, tile.options),
    comparison: false,
  }));
  return kept.size === found.length ? { series: all } : { series: all, rest: rest.done };
}

const sizeOf = (values: readonly Cell[]): number =>
  values.reduce<number>((sum, cell) => sum + Math.abs(toNumber(cell) ?? 0), 0);

function createRest(categories: number, count: number) {
  const values = new Array<number | null>(categories).fill(null);
  const rows: number[][] = [];
  return {
    done: { count, values, rows: (index: number) => rows[index] ?? [] },
    add(value: number | null, category: number, row: number): void {
      if (value !== null) values[category] = (values[category] ?? 0) + value;
      rows[category] ??= [];
      rows[category].push(row);
    },
  };
}
