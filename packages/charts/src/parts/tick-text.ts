import type { Format } from '@inlay/protocol/format';
import { formatTick } from '../format/format-number.ts';
import type { Locale } from '../format/locale.ts';
import type { ValueAxis } from '../layout/value-axis.ts';

/** The text of a tick; on a logarithmic axis, neighbors are orders of magnitude apart. */
export function tickText(tick: number, axis: ValueAxis, format: Format | undefined, locale: Locale): string {
  return formatTick(tick, axis.log ? Math.abs(tick) : axis.step, format, locale);
}
