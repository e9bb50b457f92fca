import type { ChartProps } from '../chart-props.ts';
import type { SeriesData } from '../data/read-series.ts';
import { isPercent, isStacked } from '../data/stack-series.ts';
import { formatFull } from '../format/format-number.ts';

/** A note if rows are missing that the author did not exclude. */
export function rowsNote(props: ChartProps): string | undefined {
  const { result, locale, panel } = props;
  const { rowCount: count } = result;
  // The chart of all panels says it once.
  return !panel && isCut(props)
    ? locale.messages.truncated({ count, rows: formatFull(count, undefined, locale) })
    : undefined;
}

/** A top-eight tile with eight rows is complete, unless it shows shares, which relate to the rows shown. */
export function isCut({ chart, result, tile }: ChartProps): boolean {
  const shares = chart.isWhole || tile.options?.layout === 'percent';
  const asked = tile.query.limit !== undefined && result.rowCount >= tile.query.limit;
  return result.truncated && (shares || !asked);
}

/** Several notes in one line. */
export function joinNotes(notes: readonly (string | undefined)[]): string | undefined {
  const known = notes.filter((note) => note !== undefined);
  return known.length > 0 ? known.join(' · ') : undefined;
}

/** A note if not all series or categories are shown, or rows are missing. */
export function partsNote(props: ChartProps, all: SeriesData, categories: number): string | undefined {
  const { rest, positions, x, split } = all;
  const shown = all.series.filter(({ comparison }) => !comparison).length;
  const series = shownNote(props, shown, shown + (rest?.count ?? 0));
  if (categories >= positions.length) return series;
  const own = shownNote(props, categories, positions.length);
  return rest ? joinNotes([split ? `${series} (${split.label})` : series, `${own} (${x?.label})`]) : own;
}

export function shownNote(props: ChartProps, shown: number, all: number): string | undefined {
  const number = (value: number) => formatFull(value, undefined, props.locale);
  return shown < all
    ? props.locale.messages.shownOf({ shown: number(shown), all: number(all) })
    : rowsNote(props);
}

/** A note if stacks show values although the author chose percentages. */
export const percentNote = (props: ChartProps, data: SeriesData): string | undefined =>
  isStacked(props.tile.options, data) &&
  props.tile.options?.layout === 'percent' &&
  !isPercent(props.tile.options, data)
    ? props.locale.messages.notPercent
    : undefined;
