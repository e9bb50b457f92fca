import type { ChartProps } from '../chart-props.ts';
import { formatFull } from '../format/format-number.ts';

/** The first names, and the number of the others. */
export function listNames({ locale }: Pick<ChartProps, 'locale'>, names: readonly string[]): string {
  const shown = names.slice(0, 6);
  const rest = names.length - shown.length;
  const more =
    rest > 0 ? [locale.messages.more({ count: rest, shown: formatFull(rest, undefined, locale) })] : [];
  return [...shown, ...more].join(', ');
}
