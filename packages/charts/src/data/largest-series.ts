import type { ChartProps } from '../chart-props.ts';
import type { SizedSeries } from './sized-series.ts';

type NamedSeries = Omit<SizedSeries, 'size'>;

/** A key that a series has in every panel. */
export const seriesKey = ({ column, member = '', name }: NamedSeries): string =>
  `${column.name} ${member} ${name}`;

/** The series to choose from, with their sizes. Panels of small multiples choose from the series of all panels. */
export const seriesToRank = (
  { panel }: Pick<ChartProps, 'panel'>,
  own: readonly (NamedSeries & { readonly values: readonly (number | null)[] })[],
): readonly SizedSeries[] =>
  panel?.series() ??
  own.map((series) => ({
    ...series,
    size: series.values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0),
  }));

/** The largest of a tile's series among those of a chart. */
export function largestOf<Series extends SizedSeries>(
  { panel }: Pick<ChartProps, 'panel'>,
  own: readonly Series[],
  limit: number,
): readonly Series[] {
  const all = panel?.series();
  if (!all) return keepLargest(own, limit);
  if (all.length <= limit) return own;
  const kept = new Set(keepLargest(all, limit).map(seriesKey));
  return own.filter((series) => kept.has(seriesKey(series)));
}

/** The largest series in their order; all if there are no more than `limit`. */
export function keepLargest<Series extends SizedSeries>(
  all: readonly Series[],
  limit: number,
  sizeOf: (series: Series) => number = ({ size }) => size,
): readonly Series[] {
  if (all.length <= limit) return all;
  const kept = new Set(all.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, limit));
  return all.filter((series) => kept.has(series));
}
