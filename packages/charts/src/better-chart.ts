import type { QueryResult } from '@inlay/protocol/result';
import { chartOf, type TileKind } from './chart-kinds.ts';
import type { Alternative } from './chart-traits.ts';
import type { SharedOptions } from './options/shared-options.ts';

/** An alternative to offer to authors. The drawing says why if it was refused; advice needs a hint. */
export interface BetterChart extends Alternative {
  readonly isAdvice: boolean;
}

/** The chart that shows a result better than the chosen one, if there is one. */
export function betterChart(
  kind: TileKind,
  result: QueryResult,
  options?: SharedOptions,
): BetterChart | undefined {
  const chart = chartOf(kind);
  const refusal = chart.refuse?.(result, options);
  if (refusal) return { ...refusal.instead, isAdvice: false };
  const advice = chart.advise?.(result, options);
  return advice && { ...advice, isAdvice: true };
}
