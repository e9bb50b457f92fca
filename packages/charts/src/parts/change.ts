import type { Format } from '@inlay/protocol/format';
import type { ChartProps } from '../chart-props.ts';
import { formatChangeSize, formatFull } from '../format/format-number.ts';

export interface Change {
  /** Without a sign, because there is an arrow. */
  readonly text: string;
  readonly color: string;
  readonly arrow: '▲' | '▼' | '';
  /** Undefined without an arrow. */
  readonly isGood: boolean | undefined;
}

/** The change from the previous period; undefined if there is nothing to compare with. */
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
    : formatChangeSize(change, props.locale);
  // A change that rounds to zero has no arrow and no color.
  if (size < 0.0005) return { text, color: props.theme.colors['text-muted'], arrow: '', isGood: undefined };
  const isGood = change > 0 === ((props.tile.options?.goodDirection ?? 'up') === 'up');
  return { text, color: props.theme.colors[isGood ? 'good' : 'bad'], arrow: change > 0 ? '▲' : '▼', isGood };
}
