import type { SeriesData } from './read-series.ts';

/** Keeps the first categories, in the tile's order, when more would blur into each other. */
export function capCategories(data: SeriesData, most: number): SeriesData {
  if (data.positions.length <= most) return data;
  // Time has a direction: its newest stretch is what people came for.
  const start = data.xKind === 'time' ? data.positions.length - most : 0;
  const cut = <T>(list: readonly T[]) => list.slice(start, start + most);
  return {
    ...data,
    positions: cut(data.positions),
    label: (index) => data.label(index + start),
    series: data.series.map((series) => ({ ...series, values: cut(series.values) })),
  };
}
