import type { Format } from '@inlay/protocol/format';
import type { ChartProps } from '../chart-props.ts';
import { formatFull, formatShort } from '../format/format-number.ts';
import type { Token } from '../theme/tokens.ts';
import { toneOf } from './thresholds.ts';

export interface Progress {
  /** "84%"; undefined if a share is meaningless because the target is not positive. */
  readonly share: string | undefined;
  readonly target: string;
  /** "€160k below target". */
  readonly difference: string;
  /** "−€160k". */
  readonly signed: string;
  readonly tone: Extract<Token, 'good' | 'warning' | 'bad'>;
}

/** How far a value is from its target, as text. */
export function progressOf(
  props: ChartProps,
  value: number,
  target: number,
  { format, column }: { readonly format: Format | undefined; readonly column: string },
): Progress {
  const { locale, tile } = props;
  const { thresholds, goodDirection = 'up' } = tile.options ?? {};
  const difference = value - target;
  const share = value / target;
  const percent = { kind: 'percent', decimals: 0 } as const;
  const write = (size: number) =>
    format?.kind === 'percent'
      ? locale.messages.points({ number: formatFull(Math.round(size * 1000) / 10, undefined, locale) })
      : formatShort(size, format, locale);
  const amount = write(Math.abs(difference));
  // A difference that rounds to zero is none: "€0 below target" would suggest a problem.
  const isMet = amount === write(0);
  const isGood = isMet || difference > 0 === (goodDirection === 'up');
  return {
    share: target > 0 && Number.isFinite(share) ? formatShort(share, percent, locale) : undefined,
    target: formatShort(target, format, locale),
    difference: isMet
      ? locale.messages.onTarget
      : difference < 0
        ? locale.messages.belowTarget({ amount })
        : locale.messages.aboveTarget({ amount }),
    signed: isMet ? amount : `${difference < 0 ? '−' : '+'}${amount}`,
    tone: toneOf(value, thresholds, column) ?? (isGood ? 'good' : 'bad'),
  };
}
