import type { ChartProps } from '../chart-props.ts';
import { formatFull } from '../format/format-number.ts';
import { wordsFor } from '../format/words.ts';

/** Says so when the query had more rows than its limit let through. */
export function rowsNote(props: ChartProps): string | undefined {
  const { result, locale } = props;
  return result.truncated
    ? wordsFor(locale).truncated(formatFull(result.rowCount, undefined, locale))
    : undefined;
}

export function shownNote(props: ChartProps, shown: number, all: number): string | undefined {
  const number = (value: number) => formatFull(value, undefined, props.locale);
  return shown < all ? wordsFor(props.locale).shownOf(number(shown), number(all)) : rowsNote(props);
}
