import type { QuerySpec } from '@inlay/protocol/query';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import { toNumber } from './read-columns.ts';

/** Whether a measure is known to be a sum or a count, which rows without a limit add up to. */
export type IsSum = (measure: string) => boolean;

/**
 * Adds the measure's own total to a query, as a subtotal without dimensions (ADR 309). Rows of a sum add up to it unless
 * the query leaves some out, so that it costs no statement then.
 */
export function withOwnTotal(query: QuerySpec, measure: string | undefined, isSum: IsSum): QuerySpec {
  if (measure === undefined || query.dimensions.length === 0 || query.pivot !== undefined) return query;
  const isComplete = query.limit === undefined && !leavesOut(query);
  return isComplete && isSum(measure) ? query : { ...query, subtotals: [{ dimensions: [] }] };
}

/** Whether the values of a measure can be added up along these dimensions. */
export const addsUp = (
  { additive, accumulatedAlong }: ResultColumn,
  along: readonly (ResultColumn | undefined)[],
): boolean =>
  additive !== false &&
  (accumulatedAlong === undefined || along.every((dimension) => dimension?.name !== accumulatedAlong));

export const dimensionsOf = ({ columns }: QueryResult): readonly ResultColumn[] =>
  columns.filter(({ role }) => role === 'dimension');

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

const leavesOut = ({ top, having = [] }: QuerySpec): boolean =>
  having.length > 0 || (top !== undefined && top.others !== true);
