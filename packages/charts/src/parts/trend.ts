import type { ChartProps } from '../chart-props.ts';
import { runsOf } from '../data/downsample.ts';
import type { SeriesData } from '../data/read-series.ts';
import type { Trend } from '../data/trend-line.ts';
import type { Cartesian } from './cartesian.ts';
import { clippedLine } from './clipped-path.ts';
import type { LegendItem } from './legend-item.ts';
import { g, type Markup, path } from './svg.ts';

const dash = '6 4';

/** Dashed lines in the color of their series; `cased` keeps them visible on bars of that color. */
export function drawTrend(
  props: ChartProps,
  data: SeriesData,
  trend: Trend | undefined,
  plot: Cartesian,
  cased = false,
): Markup | null {
  if (!trend) return null;
  const columns = Math.max(50, Math.round(plot.right - plot.left));
  return g(
    { fill: 'none', 'stroke-width': 1.75, 'stroke-linejoin': 'round' },
    trend.lines.map(({ series, values }) => {
      const at = (index: number) => plot.y(values[index] as number);
      const d = runsOf(values, data.positions, columns)
        .map((run) => clippedLine(run, plot.x, at, plot))
        .join('');
      return [
        cased ? path(d, { stroke: props.theme.colors.surface, 'stroke-width': 4.5, opacity: 0.85 }) : null,
        path(d, { stroke: series.fill.color, 'stroke-dasharray': dash }),
      ];
    }),
  );
}

/** One entry, in the series' color if there is only one. */
export function trendItem(props: ChartProps, trend: Trend | undefined, prefix = ''): readonly LegendItem[] {
  if (!trend) return [];
  const [only, ...others] = trend.lines;
  const color = others.length === 0 && only ? only.series.fill.color : props.theme.colors['text-muted'];
  return [{ name: `${prefix}${trend.name}`, color, mark: 'dashed' }];
}
