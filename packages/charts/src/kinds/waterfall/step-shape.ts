import type { ChartProps } from '../../chart-props.ts';
import { shapeOf } from '../../parts/focus.ts';
import type { Attributes } from '../../parts/svg.ts';
import type { Steps } from './read-steps.ts';

/** Totals have no rows that could be highlighted. */
export function stepShape(props: ChartProps, { data, steps }: Steps, index: number): Attributes {
  const rows = data.series[0]?.rows(index) ?? [];
  const part = rows.length === 0 ? (steps[index]?.level ? 'total' : 'other') : '';
  return shapeOf(props, { rows, part });
}
