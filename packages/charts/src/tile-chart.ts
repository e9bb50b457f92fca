import type { VNode } from 'preact';
import type { ChartProps } from './chart-props.ts';
import { type DrawChart, drawTile } from './draw-tile.ts';
import { areaChart } from './kinds/area/draw.ts';
import { barChart } from './kinds/bar/draw.ts';
import { barLineChart } from './kinds/bar-line/draw.ts';
import { funnelChart } from './kinds/funnel/draw.ts';
import { heatmapChart } from './kinds/heatmap/draw.ts';
import { kpiChart } from './kinds/kpi/draw.ts';
import { leaderboardChart } from './kinds/leaderboard/draw.ts';
import { lineChart } from './kinds/line/draw.ts';
import { pieChart } from './kinds/pie/draw.ts';
import { scatterChart } from './kinds/scatter/draw.ts';
import { tableChart } from './kinds/table/draw.ts';
import { waterfallChart } from './kinds/waterfall/draw.ts';
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
