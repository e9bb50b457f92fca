import type { Format } from '@inlay/protocol/format';
import type { ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import { formatCell, formatTime, isNumeric, isTemporal } from '../format/format-cell.ts';
import { readTime } from '../format/read-time.ts';
import { assignFills } from '../theme/assign-fills.ts';
import type { SeriesFill } from '../theme/create-theme.ts';
import { type ColumnRoles, columnFormat, readColumns, toNumber } from './read-columns.ts';

export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly format: Format | undefined;
  readonly fill: SeriesFill;
  readonly column: ResultColumn;
  /** Repeats another series for the period before: drawn quieter. */
  readonly comparison: boolean;
}

/** A result as charts with an x axis read it: categories along x, one value a series and category. */
export interface SeriesData {
  readonly x: ResultColumn | undefined;
  readonly xKind: 'time' | 'number' | 'name';
  /** Time (see `readTime`) or number of each category; its index where x holds names. */
  readonly positions: readonly number[];
  readonly label: (index: number) => string;
  readonly series: readonly Series[];
}

export function readSeries(props: ChartProps): SeriesData {
  const { tile, locale } = props;
  const options = tile.options;
  const roles = readColumns(props.result, options);
  const { x } = roles;
  const xKind = x === undefined ? 'name' : isTemporal(x) ? 'time' : isNumeric(x) ? 'number' : 'name';
  const format = x && columnFormat(x, options);
  const rows = categoryRows(props, roles, xKind);
  const raw = roles.series
    ? splitBySeries(props, roles, roles.series, rows)
    : columnsAsSeries(props, roles, rows);
  const own = raw.filter((each) => !each.comparison);
  const fills = assignFills(
    props.theme,
    own.map((each) => each.name),
    { explicit: options?.colors, categories: props.categories },
  );
  const series = raw.map((each) => {
    const owner = each.comparison
      ? own.findIndex((other) => other.column.name === each.column.comparisonOf)
      : own.indexOf(each);
    return { ...each, fill: fills[owner] as SeriesFill };
  });
  return {
    x,
    xKind,
    positions: rows.positions,
    label: (index) => {
      const row = rows.first[index];
      if (x === undefined || row === undefined) return tile.title;
      if (xKind === 'time') return formatTime(rows.positions[index] as number, x, format, locale);
      return formatCell(x.values[row] ?? null, x, format, locale);
    },
    series,
  };
}

interface CategoryRows {
  /** The first row of each category. */
  readonly first: readonly number[];
  /** The category of each row, -1 for rows without a place on the axis; only where rows belong to series. */
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
    const key = x.values[row];
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

/** Engines mostly answer sorted; then there is nothing to do. */
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

function columnsAsSeries(
  props: ChartProps,
  { measures, comparisons }: ColumnRoles,
  rows: CategoryRows,
): readonly RawSeries[] {
  const labels = new Set(measures.map(({ label }) => label));
  // A column for the period before bears the label of its measure unless the dataset's author gave it another.
  const nameOf = (column: ResultColumn) =>
    comparisons.includes(column) && labels.has(column.label)
      ? `${column.label}, ${props.locale.words.previous}`
      : column.label;
  return [...comparisons, ...measures].map((column) => ({
    name: nameOf(column),
    values: rows.first.map((row) => toNumber(column.values[row])),
    format: columnFormat(column, props.tile.options),
    column,
    comparison: comparisons.includes(column),
  }));
}

function splitBySeries(
  { result, tile, locale }: ChartProps,
  { measures }: ColumnRoles,
  series: ResultColumn,
  rows: CategoryRows,
): readonly RawSeries[] {
  const byName = new Map<string, { name: string; column: ResultColumn; values: (number | null)[] }>();
  for (let row = 0; row < result.rowCount; row += 1) {
    const category = rows.ofRow[row] ?? -1;
    if (category < 0) continue;
    const value = formatCell(series.values[row] ?? null, series, columnFormat(series, tile.options), locale);
    for (const column of measures) {
      const name = measures.length > 1 ? `${value} · ${column.label}` : value;
      let entry = byName.get(name);
      if (!entry) {
        entry = { name, column, values: new Array<number | null>(rows.first.length).fill(null) };
        byName.set(name, entry);
      }
      entry.values[category] = toNumber(column.values[row]);
    }
  }
  return [...byName.values()].map((entry) => ({
    ...entry,
    format: columnFormat(entry.column, tile.options),
    comparison: false,
  }));
}
