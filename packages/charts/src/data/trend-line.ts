import type { ChartProps } from '../chart-props.ts';
import { formatFull } from '../format/format-number.ts';
import type { Series, SeriesData } from './read-series.ts';

/** The smoothed course of each series. */
export interface Trend {
  readonly name: string;
  readonly lines: readonly TrendLine[];
}

export interface TrendLine {
  readonly series: Series;
  readonly values: readonly (number | null)[];
}

/** A trend needs at least this many points. */
const minPoints = 3;

/** Undefined if no trend can be drawn: names have no order. */
export function trendOf(props: ChartProps, data: SeriesData): Trend | undefined {
  const { trend = 'none' } = props.tile.options ?? {};
  if (trend === 'none' || data.xKind === 'name') return undefined;
  const { messages } = props.locale;
  const span = data.positions.length >= 14 ? 7 : 3;
  const lines = data.series
    .filter(
      ({ comparison, values }) => !comparison && values.filter((value) => value !== null).length >= minPoints,
    )
    .map((series) => ({
      series,
      values: trend === 'linear' ? fitted(data.positions, series.values) : averaged(series.values, span),
    }));
  if (lines.length === 0) return undefined;
  const name =
    trend === 'linear'
      ? messages.trend
      : messages.movingAverage({ count: formatFull(span, undefined, props.locale) });
  return { name, lines };
}

export interface Line {
  readonly slope: number;
  readonly at: (x: number) => number;
}

/** The least-squares line; undefined if all X values are equal. */
export function leastSquares(points: readonly (readonly [x: number, y: number])[]): Line | undefined {
  const count = points.length;
  const middle = points.reduce((sum, [x]) => sum + x / count, 0);
  const level = points.reduce((sum, [, y]) => sum + y / count, 0);
  let [along, both] = [0, 0];
  for (const [x, y] of points) {
    along += (x - middle) ** 2;
    both += (x - middle) * (y - level);
  }
  const slope = both / along;
  return Number.isFinite(slope) ? { slope, at: (x) => level + slope * (x - middle) } : undefined;
}

/** The line at each position, from the first value to the last. */
function fitted(
  positions: readonly number[],
  values: readonly (number | null)[],
): readonly (number | null)[] {
  const points = values.flatMap((value, index) =>
    value === null ? [] : [[positions[index] as number, value] as const],
  );
  const line = leastSquares(points);
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  return positions.map((x) => (line && x >= first && x <= last ? line.at(x) : null));
}

/** The moving average of each value and those before it; none if one of them is missing. */
function averaged(values: readonly (number | null)[], span: number): readonly (number | null)[] {
  return values.map((_, index) => {
    const own = values.slice(Math.max(0, index - span + 1), index + 1);
    if (own.length < span || own.includes(null)) return null;
    return own.reduce<number>((sum, value) => sum + (value ?? 0) / span, 0);
  });
}
