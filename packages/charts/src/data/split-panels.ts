import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import { formatRow, isOthers, isTemporal } from '../format/format-cell.ts';
import { columnFormat, readColumns, toNumber } from './read-columns.ts';

/** A panel of small multiples. */
export interface PanelData {
  readonly name: string;
  /** Its rows, without the dimension of the panels. */
  readonly result: QueryResult;
  /** The row of the tile's result behind each of its rows; -1 for one that only other panels have. */
  readonly rows: readonly number[];
}

/** More missing combinations are left out: panels of so many categories do not align by names. */
const maxMissing = 20_000;

/**
 * The result of each panel, in the order of the tile's result, "Other" last. Panels with a common X axis all have its
 * values and the same series: what is missing in one of them is a row without a value.
 */
export function splitPanels(props: ChartProps, by: ResultColumn): readonly PanelData[] {
  const { chart, result, tile, locale } = props;
  const format = columnFormat(by, tile.options);
  const all = Array.from({ length: result.rowCount }, (_, row) => row);
  // The row of "Other" has no value either.
  const rowsOf = Map.groupBy(all, (row): unknown => (isOthers(by, row) ? by : by.values[row]));
  const others = rowsOf.get(by);
  rowsOf.delete(by);
  const columns = result.columns.filter((column) => column !== by);
  const { x, series, measures } = readColumns({ ...result, columns }, tile.options);
  const isRanking = chart.isRanking && !tile.query.sort && !(x && isTemporal(x));
  const lists = inOrder([...rowsOf.values()], by, isRanking ? measures[0] : undefined);
  if (others) lists.push(others);
  const totalsOf = panelTotals(result, by);
  const isCommon = x?.role === 'dimension' && (tile.options?.panelScales !== 'free' || isTemporal(x));
  const cells = isCommon ? cellsOf(x, series, result.rowCount) : undefined;
  return lists.map((own): PanelData => {
    const places = cells && cells.length * lists.length <= maxMissing ? aligned(cells, own) : own.map(place);
    return {
      name: formatRow(own[0] as number, by, format, locale),
      rows: places.map(({ row, like }) => (row === like ? row : -1)),
      result: {
        columns: columns.map((column) => columnAt(column, column === x || column === series, places)),
        rowCount: places.length,
        truncated: result.truncated,
        ...totalsOf(own[0] as number),
      },
    };
  });
}

/** The measures over all rows of a panel, if the query computed them. */
function panelTotals(
  { subtotals = [] }: QueryResult,
  by: ResultColumn,
): (row: number) => Pick<QueryResult, 'totals'> {
  const found = subtotals.find(({ columns }) =>
    columns.every(({ name, role }) => role === 'measure' || name === by.name),
  );
  const own = found?.columns.find(({ name }) => name === by.name);
  if (!found || !own) return () => ({});
  return (row) => {
    const at = own.values.findIndex((value, index) =>
      isOthers(by, row) ? isOthers(own, index) : !isOthers(own, index) && value === by.values[row],
    );
    const measures = found.columns.filter((column) => column !== own);
    return { totals: Object.fromEntries(measures.map(({ name, values }) => [name, values[at] ?? null])) };
  };
}

/** Panels of times in their order, those of a ranking by their sums, others in the order of the result. */
function inOrder(lists: number[][], by: ResultColumn, ranked: ResultColumn | undefined): number[][] {
  const timeOf = ([row = -1]: readonly number[]) => String(by.values[row]);
  if (isTemporal(by)) return lists.sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
  if (!ranked) return lists;
  const sums = new Map(lists.map((rows) => [rows, sumOf(ranked, rows)]));
  return lists.sort((one, other) => (sums.get(other) ?? 0) - (sums.get(one) ?? 0));
}

const sumOf = ({ values }: ResultColumn, rows: readonly number[]): number =>
  rows.reduce((sum, row) => sum + (toNumber(values[row]) ?? 0), 0);

/** A row of a panel: one of the result, or one that has but the X value and the series of another panel's. */
interface Place {
  readonly row: number;
  readonly like: number;
}

const place = (row: number): Place => ({ row, like: row });

interface Cells {
  readonly length: number;
  /** A row with each X value and each series. */
  readonly rows: readonly number[];
  readonly keyOf: (row: number) => string;
}

/** The combinations of X value and series in any panel, in the order of the result; "Other" is the last X value. */
function cellsOf(x: ResultColumn, series: ResultColumn | undefined, rowCount: number): Cells {
  const [xs, names] = [indexOf(x), series ? indexOf(series) : () => 0];
  const keyOf = (row: number) => `${xs(row)} ${names(row)}`;
  const rows = new Map<string, number>();
  for (let row = 0; row < rowCount; row += 1) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  // The first panel may lack a category, which would follow the "Other" of this panel.
  const inOrder = [...rows.values()].toSorted(
    (one, other) => Number(isOthers(x, one)) - Number(isOthers(x, other)),
  );
  return { length: rows.size, rows: inOrder, keyOf };
}

/** Numbers the values of a column. */
function indexOf(column: ResultColumn): (row: number) => number {
  const known = new Map<unknown, number>();
  return (row) => {
    const value = isOthers(column, row) ? column : column.values[row];
    const index = known.get(value) ?? known.size;
    known.set(value, index);
    return index;
  };
}

function aligned({ rows, keyOf }: Cells, own: readonly number[]): readonly Place[] {
  const byKey = Map.groupBy(own, keyOf);
  return rows.flatMap((like) => byKey.get(keyOf(like))?.map(place) ?? [{ row: -1, like }]);
}

function columnAt(column: ResultColumn, isKey: boolean, places: readonly Place[]): ResultColumn {
  const rowAt = ({ row, like }: Place) => (isKey ? like : row);
  const others = places.flatMap((each, index) => (isOthers(column, rowAt(each)) ? [index] : []));
  const { others: _, ...rest } = column;
  return {
    ...rest,
    values: places.map((each): Cell => column.values[rowAt(each)] ?? null),
    ...(others.length > 0 && { others }),
  };
}
