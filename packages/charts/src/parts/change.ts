import type { ChartProps } from '../chart-props.ts';
import { formatChange } from '../format/format-number.ts';

export interface Change {
  readonly text: string;
  readonly paint: string;
  readonly arrow: '▲' | '▼' | '';
}

/** A change against the period before; undefined where there is nothing to compare with. */
export function changeOf(props: ChartProps, value: number, before: number | null): Change | undefined {
  if (before === null || before === 0) return undefined;
  const ratio = (value - before) / Math.abs(before);
  const text = formatChange(ratio, props.locale).replace(/^[+−]|^\u200f?[+−]/, '');
  // What rounds to no change is none: no arrow, no alarm.
  if (Math.abs(ratio) < 0.0005) return { text, paint: props.theme.paint['text-muted'], arrow: '' };
  const good = ratio > 0 === ((props.tile.options?.goodDirection ?? 'up') === 'up');
  return { text, paint: props.theme.paint[good ? 'good' : 'bad'], arrow: ratio > 0 ? '▲' : '▼' };
}
