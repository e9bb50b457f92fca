import type { Format } from '@inlay/protocol/format';
import type { ChartProps } from '../chart-props.ts';
import { formatFull, formatShort } from '../format/format-number.ts';

export interface Change {
  /** Without a sign: the arrow is the sign. */
  readonly text: string;
  readonly paint: string;
  readonly arrow: '▲' | '▼' | '';
}

/** A change against the period before; undefined where there is nothing to compare with. */
export function changeOf(
  props: ChartProps,
  value: number,
  before: number | null,
  format: Format | undefined,
): Change | undefined {
  if (before === null) return undefined;
  const points = format?.kind === 'percent';
  if (before === 0 && !points) return undefined;
  const change = points ? value - before : (value - before) / Math.abs(before);
  const size = Math.abs(change);
  const text = points
    ? props.locale.messages.points({
        number: formatFull(Math.round(size * 1000) / 10, undefined, props.locale),
      })
    : formatShort(size, { kind: 'percent', decimals: size >= 1 ? 0 : 1 }, props.locale);
  // What rounds to no change is none: no arrow, no alarm.
  if (size < 0.0005) return { text, paint: props.theme.paint['text-muted'], arrow: '' };
  const good = change > 0 === ((props.tile.options?.goodDirection ?? 'up') === 'up');
  return { text, paint: props.theme.paint[good ? 'good' : 'bad'], arrow: change > 0 ? '▲' : '▼' };
}
