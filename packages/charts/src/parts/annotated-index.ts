import type { ChartProps } from '../chart-props.ts';
import type { SeriesData } from '../data/read-series.ts';
import { readTime } from '../format/read-time.ts';

/** The category of an annotation: by its name or value, or the nearest of times and numbers. */
export function annotatedIndex(props: ChartProps, data: SeriesData, at: string | number): number | undefined {
  if (data.xKind === 'name') {
    const index = data.positions.findIndex((_, place) => isAt(data, place, at));
    return index < 0 ? undefined : index;
  }
  const position = annotatedPosition(props, data, at);
  return position === undefined ? undefined : nearest(data.positions, position);
}

/** The time or number of an annotation; undefined if it is outside of those that are drawn. */
export function annotatedPosition(
  { locale }: ChartProps,
  { x, xKind, positions }: SeriesData,
  at: string | number,
): number | undefined {
  const position = xKind === 'time' ? readTime(at, x?.type ?? 'date', locale) : Number(at);
  if (position === null || Number.isNaN(position)) return undefined;
  const first = positions[0] ?? 0;
  // Slots after the last period have no time.
  const last = positions.findLast(Number.isFinite) ?? first;
  return position < first || position > last ? undefined : position;
}

/** Whether a category has an annotation. */
export function annotatedIn(props: ChartProps, data: SeriesData): (index: number) => boolean {
  const { annotations = [] } = props.tile.options ?? {};
  if (annotations.length === 0) return () => false;
  const found = new Set(annotations.map(({ at }) => annotatedIndex(props, data, at)));
  return (index) => found.has(index);
}

function isAt({ label, series, x }: SeriesData, index: number, at: string | number): boolean {
  if (label(index) === String(at)) return true;
  const [row] = series.flatMap(({ rows }) => rows(index));
  const value = row === undefined ? undefined : x?.values[row];
  return value !== undefined && value === at;
}

function nearest(sorted: readonly number[], value: number): number {
  let best = 0;
  for (const [index, each] of sorted.entries()) {
    if (Math.abs(each - value) < Math.abs((sorted[best] as number) - value)) best = index;
  }
  return best;
}
