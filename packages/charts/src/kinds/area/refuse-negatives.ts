import type { QueryResult } from '@inlay/protocol/result';
import type { Refusal } from '../../chart-traits.ts';
import { dimensionsOf, measuresOf } from '../../data/adds-up.ts';
import type { SharedOptions } from '../../options/shared-options.ts';

/** Stacked areas would cross each other where a value changes its sign; stacked bars grow in both directions. */
export function refuseNegatives(
  result: QueryResult,
  { x, y, series }: SharedOptions = {},
): Refusal | undefined {
  const measures = measuresOf(result, y);
  const dimensions = dimensionsOf(result);
  const along = x ?? dimensions.find(({ name }) => name !== series)?.name;
  const isStacked =
    measures.length > 1 || dimensions.some(({ name, values }) => name !== along && new Set(values).size > 1);
  const hasNegatives = measures.some(({ values }) => values.some((cell) => Number(cell) < 0));
  if (!isStacked || !hasNegatives) return undefined;
  return {
    reason: 'stackedNegatives',
    instead: { kind: 'bar', options: { layout: 'stacked' }, offer: 'asStackedBars' },
  };
}
