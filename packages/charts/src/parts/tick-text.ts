import type { Format } from '@inlay/protocol/format';
import type { ChartProps } from '../chart-props.ts';
import { formatTick } from '../format/format-number.ts';
import type { Locale } from '../format/locale.ts';
import { inside } from '../layout/inside.ts';
import { textWidth } from '../layout/text-width.ts';
import type { ValueAxis } from '../layout/value-axis.ts';
import { fontSize } from './chart-frame.ts';

/** The text of a tick; on a logarithmic axis, neighbors are orders of magnitude apart. */
export function tickText(tick: number, axis: ValueAxis, format: Format | undefined, locale: Locale): string {
  return formatTick(tick, axis.log ? Math.abs(tick) : axis.step, format, locale);
}

/** The labels of the ticks along a width: of all, or of every second, third, … if they have no room side by side. */
export function ticksAlong(
  { size, locale }: Pick<ChartProps, 'size' | 'locale'>,
  axis: ValueAxis,
  format: Format | undefined,
  x: (value: number) => number,
): readonly { readonly text: string; readonly x: number }[] {
  const all = axis.ticks.map((tick) => {
    const text = tickText(tick, axis, format, locale);
    return { text, x: inside(x(tick), text, size.width, fontSize), half: textWidth(text, fontSize) / 2 };
  });
  const every = (step: number) => all.filter((_, index) => index % step === 0);
  const fits = (labels: typeof all) =>
    labels.every((label, index) => {
      const next = labels[index + 1];
      return !next || Math.abs(next.x - label.x) >= label.half + next.half + 6;
    });
  let step = 1;
  while (!fits(every(step))) step += 1;
  return every(step);
}
