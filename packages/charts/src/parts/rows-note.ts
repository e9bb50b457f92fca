import type { ChartProps } from '../chart-props.ts';
import { formatFull } from '../format/format-number.ts';

/** Says so when rows are missing that the tile's author did not ask to leave out. */
export function rowsNote(props: ChartProps): string | undefined {
  const { result, locale } = props;
  return isCut(props) ? locale.words.truncated(formatFull(result.rowCount, undefined, locale)) : undefined;
}

/** A tile of the top eight that has eight rows is whole, unless it draws shares: those are of what is shown. */
export function isCut({ result, tile }: ChartProps): boolean {
  const shares = tile.kind === 'pie' || tile.options?.layout === 'percent';
  const asked = tile.query.limit !== undefined && result.rowCount >= tile.query.limit;
  return result.truncated && (shares || !asked);
}

export function shownNote(props: ChartProps, shown: number, all: number): string | undefined {
  const number = (value: number) => formatFull(value, undefined, props.locale);
  return shown < all ? props.locale.words.shownOf(number(shown), number(all)) : rowsNote(props);
}
