import type { QueryResult } from '@inlay/protocol/result';
import { chartOf, type TileKind } from './chart-kinds.ts';
import type { Advice, Alternative } from './chart-traits.ts';
import { panelColumn, withoutColumn } from './data/panel-column.ts';
import type { SharedOptions } from './options/shared-options.ts';

/** An alternative to offer to authors. The drawing says why if it was refused; advice has a reason. */
export interface BetterChart extends Alternative {
  readonly advice?: Advice['reason'];
}

/** The chart that shows a result better than the chosen one, if there is one. */
export function betterChart(
  kind: TileKind,
  result: QueryResult,
  options?: SharedOptions,
): BetterChart | undefined {
  const chart = chartOf(kind);
  const drawn = withoutColumn(result, panelColumn(chart, options, result));
  const refusal = chart.refuse?.(drawn, options);
  if (refusal) return refusal.instead;
  const advice = chart.advise?.(drawn, options);
  return advice && { ...advice.instead, advice: advice.reason };
}
