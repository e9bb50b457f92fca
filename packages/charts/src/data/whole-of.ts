import type { ChartProps } from '../chart-props.ts';
import { isOthers } from '../format/format-cell.ts';
import { readColumns, toNumber } from './read-columns.ts';

/** What the shares of a category are of, by a row of it, where a zoom leaves out some of its parts. */
export function wholeOf({ whole, tile, panel }: ChartProps): ((row: number) => number) | undefined {
  if (!whole || panel || tile.options?.layout !== 'percent') return undefined;
  const { x, measures } = readColumns(whole.result, tile.options);
  const keyOf = (row: number) => (x && isOthers(x, row) ? x : x?.values[row]);
  const sums = new Map<unknown, number>();
  for (let row = 0; row < whole.result.rowCount; row += 1)
    for (const { values } of measures)
      sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + Math.abs(toNumber(values[row]) ?? 0));
  return (row) => sums.get(keyOf(whole.rows[row] ?? -1)) ?? 0;
}
