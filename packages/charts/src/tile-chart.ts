import type { VNode } from 'preact';
import type { ChartProps } from './chart-props.ts';
import { type DrawChart, drawTile } from './draw-tile.ts';
import { areaChart } from './kinds/area.ts';
import { barChart } from './kinds/bar.ts';
import { barLineChart } from './kinds/bar-line.ts';
import { funnelChart } from './kinds/funnel.ts';
import { heatmapChart } from './kinds/heatmap.ts';
import { kpiChart } from './kinds/kpi.ts';
import { leaderboardChart } from './kinds/leaderboard.ts';
import { lineChart } from './kinds/line.ts';
import { pieChart } from './kinds/pie.ts';
import { scatterChart } from './kinds/scatter.ts';
import { tableChart } from './kinds/table.ts';
import { waterfallChart } from './kinds/waterfall.ts';
import type { TileKind } from './tile.ts';

const kinds: Readonly<Record<TileKind, DrawChart>> = {
  kpi: kpiChart,
  line: lineChart,
  area: areaChart,
  bar: barChart,
  'bar-line': barLineChart,
  pie: pieChart,
  scatter: scatterChart,
  heatmap: heatmapChart,
  leaderboard: leaderboardChart,
  waterfall: waterfallChart,
  funnel: funnelChart,
  table: tableChart,
};

/**
 * Draws a tile from its result.
 *
 * @example
 * const locale = createLocale({ language: 'en-GB' })
 * renderToString(h(TileChart, { tile, result, theme: createTheme(), locale, size: { width: 640, height: 320 } }))
 */
export function TileChart(props: ChartProps): VNode {
  return drawTile(props, kinds[props.tile.kind]);
}
