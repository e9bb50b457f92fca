import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import { addsUp, dimensionsOf } from './adds-up.ts';
import { toNumber } from './read-columns.ts';
import { leavesOut } from './total-query.ts';

/** The total of a measure over all rows: as the query computed it, or the sum of all rows if it adds up; else none. */
export function ownTotal({ result, tile }: ChartProps, measure: ResultColumn): number | null {
  const dimensions = dimensionsOf(result);
  // Without a dimension, the only row is the total.
  if (dimensions.length === 0) return toNumber(measure.values[0]);
  const computed = computedTotal(result, measure.name);
  if (computed !== undefined) return toNumber(computed);
  if (isPart({ result, tile }) || !addsUp(measure, dimensions)) return null;
  return measure.values.reduce<number>((sum, cell) => sum + (toNumber(cell) ?? 0), 0);
}

function computedTotal({ totals, subtotals = [] }: QueryResult, measure: string) {
  const grand = subtotals.find(({ columns }) => columns.every(({ role }) => role === 'measure'));
  return grand ? (grand.columns.find(({ name }) => name === measure)?.values[0] ?? null) : totals?.[measure];
}

/** Whether the query left out rows that its totals cover. */
export const isPart = ({ result, tile }: Pick<ChartProps, 'result' | 'tile'>): boolean =>
  result.truncated || leavesOut(tile.query);

/** Whether two sums are the same apart from rounding errors. */
export const isSameSum = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
