import type { ChartProps } from '../chart-props.ts';
import { formatFull } from '../format/format-number.ts';

/** Says so when the query had more rows than its limit let through. */
export function rowsNote(props: ChartProps): string | undefined {
  const { result, locale } = props;
  return result.truncated
    ? locale.words.truncated(formatFull(result.rowCount, undefined, locale))
    : undefined;
}

export function shownNote(props: ChartProps, shown: number, all: number): string | undefined {
  const number = (value: number) => formatFull(value, undefined, props.locale);
  return shown < all ? props.locale.words.shownOf(number(shown), number(all)) : rowsNote(props);
}
