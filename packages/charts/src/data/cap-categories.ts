import type { SeriesData } from './read-series.ts';

/** Keeps the first categories, in the tile's order, if more would be illegible. */
export function capCategories(data: SeriesData, most: number): SeriesData {
  if (data.positions.length <= most) return data;
  // Of times, the newest are kept.
  const start = data.xKind === 'time' ? data.positions.length - most : 0;
  const cut = <T>(list: readonly T[]) => list.slice(start, start + most);
  return {
    ...data,
    positions: cut(data.positions),
    label: (index) => data.label(index + start),
    ...(data.incomplete && { incomplete: { ...data.incomplete, index: data.incomplete.index - start } }),
    series: data.series.map((series) => ({
      ...series,
      values: cut(series.values),
      rows: (index) => series.rows(index + start),
    })),
  };
}

/** Lines need one pixel per name; times and numbers are downsampled when drawn. */
export const capNames = (data: SeriesData, width: number): SeriesData =>
  data.xKind === 'name' ? capCategories(data, Math.max(1, Math.floor(width))) : data;

/** Bars get two pixels per category, or half a pixel each if many are side by side. */
export const capBars = (data: SeriesData, width: number, abreast: number): SeriesData =>
  capCategories(data, maxBars(width, abreast));

/** The number of categories that fit. */
export function maxBars(width: number, abreast: number): number {
  const room = width - 50;
  return Math.max(1, Math.floor(Math.min(room / 2, (room * 2) / Math.max(1, abreast))));
}
