import type { QueryResult } from '@inlay/protocol/result';
import type { Refusal } from '../../chart-traits.ts';
import { readColumns, toNumber } from '../../data/read-columns.ts';
import type { SharedOptions } from '../../options/shared-options.ts';

/** Stacked areas would cross each other where a value changes its sign; stacked bars grow in both directions. */
export function refuseNegatives(
  result: QueryResult,
  options: SharedOptions | undefined,
): Refusal | undefined {
  const { series, measures } = readColumns(result, options);
  const isStacked = measures.length > 1 || (series !== undefined && new Set(series.values).size > 1);
  const hasNegatives = measures.some(({ values }) => values.some((cell) => (toNumber(cell) ?? 0) < 0));
  if (!isStacked || !hasNegatives) return undefined;
  return { reason: 'stackedNegatives', instead: { kind: 'bar', layout: 'stacked' } };
}
