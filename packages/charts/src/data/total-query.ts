import type { QuerySpec } from '@inlay/protocol/query';
import { dimensionNames } from './dimension-names.ts';

/** Whether a measure is known to be a sum or a count, which rows without a limit add up to. */
export type IsSum = (measure: string) => boolean;

/**
 * Adds the measure's own total to a query, as a subtotal without dimensions (ADR 309), or one for each panel. Rows of a
 * sum add up to it unless the query leaves some out, so that it costs no statement then.
 */
export function withOwnTotal(
  query: QuerySpec,
  measure: string | undefined,
  isSum: IsSum,
  panels?: string,
): QuerySpec {
  if (measure === undefined || query.dimensions.length === 0 || query.pivot !== undefined) return query;
  const dimensions = dimensionNames(query).filter((name) => name === panels);
  const isComplete = query.limit === undefined && !leavesOut(query);
  return isComplete && isSum(measure) ? query : { ...query, subtotals: [{ dimensions }] };
}

/** Whether a query leaves out rows that its totals cover, apart from its limit. */
export const leavesOut = ({ top, having = [] }: QuerySpec): boolean =>
  having.length > 0 || (top !== undefined && top.others !== true);
