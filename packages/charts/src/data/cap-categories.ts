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
    series: data.series.map((series) => ({
      ...series,
      values: cut(series.values),
      rows: (index) => series.rows(index + start),
    })),
  };
}

/** Along a line, names get a pixel each; times and numbers are thinned out where they are drawn. */
export const capNames = (data: SeriesData, width: number): SeriesData =>
  data.xKind === 'name' ? capCategories(data, Math.max(1, Math.floor(width))) : data;

/** Bars get two pixels per category, or half a pixel each if many are side by side. */
export function capBars(data: SeriesData, width: number, abreast: number): SeriesData {
  const room = width - 50;
  return capCategories(data, Math.max(1, Math.floor(Math.min(room / 2, (room * 2) / Math.max(1, abreast)))));
}
