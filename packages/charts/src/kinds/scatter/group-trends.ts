import type { ChartProps } from '../../chart-props.ts';
import { type Line, leastSquares } from '../../data/trend-line.ts';
import { extentOf } from '../../layout/value-axis.ts';
import { clippedLine } from '../../parts/clipped-path.ts';
import type { LegendItem } from '../../parts/legend-item.ts';
import { g, type Markup, path } from '../../parts/svg.ts';
import type { SeriesFill } from '../../theme/create-theme.ts';
import type { Points } from './read-points.ts';

export interface GroupTrend {
  /** Index of its group. */
  readonly group: number;
  readonly from: number;
  readonly to: number;
  readonly line: Line;
}

/** A least-squares line through the points of each group that has at least three. */
export function groupTrends(data: Points): readonly GroupTrend[] {
  const byGroup = Map.groupBy(data.points, ({ group }) => group);
  return data.groups.flatMap((name, group) => {
    const points = byGroup.get(name) ?? [];
    const line = points.length < 3 ? undefined : leastSquares(points.map(({ x, y }) => [x, y] as const));
    const span = extentOf([points.map(({ x }) => x)]);
    return line && span ? [{ group, from: span.min, to: span.max, line }] : [];
  });
}

export function trendItems(
  { locale, theme }: ChartProps,
  trends: readonly GroupTrend[],
  fills: readonly SeriesFill[],
): readonly LegendItem[] {
  const [first, second] = trends;
  if (!first) return [];
  const color = second ? theme.colors['text-muted'] : (fills[first.group] as SeriesFill).color;
  return [{ name: locale.messages.trend, color, mark: 'dashed' }];
}

export function drawTrends(
  trends: readonly GroupTrend[],
  fills: readonly SeriesFill[],
  plot: {
    readonly x: (value: number) => number;
    readonly y: (value: number) => number;
    readonly top: number;
    readonly bottom: number;
    readonly log: boolean;
    readonly surface: string;
  },
): Markup | null {
  if (trends.length === 0) return null;
  return g(
    { fill: 'none', 'stroke-width': 1.75 },
    trends.map(({ group, from, to, line }) => {
      // Straight, except on a logarithmic axis.
      const pieces = plot.log ? 40 : 1;
      const at = (piece: number) => from + ((to - from) * piece) / pieces;
      const run = Array.from({ length: pieces + 1 }, (_, piece) => piece).filter(
        (piece) => !plot.log || line.at(at(piece)) > 0,
      );
      const d = clippedLine(
        run,
        (piece) => plot.x(at(piece)),
        (piece) => plot.y(line.at(at(piece))),
        plot,
      );
      return [
        path(d, { stroke: plot.surface, 'stroke-width': 4.5, opacity: 0.85 }),
        path(d, { stroke: fills[group]?.color, 'stroke-dasharray': '6 4' }),
      ];
    }),
  );
}
