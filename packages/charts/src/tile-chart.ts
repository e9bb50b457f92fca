import type { TileKind } from '@inlay/protocol/tile';
import type { VNode } from 'preact';
import type { ChartProps } from './chart-props.ts';
import { readColumns, toNumber } from './data/read-columns.ts';
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
import { emptyState, tooMuchState, unfitState } from './parts/state.ts';

const kinds: Readonly<Record<TileKind, (props: ChartProps) => VNode>> = {
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

/** Past this, drawing costs more than a picture of it is worth. */
const mostValues = 200_000;

/**
 * Draws a tile from its result.
 *
 * @example
 * renderToString(h(TileChart, { tile, result, theme: createTheme(), locale: { language: 'en-GB' }, size: { width: 640, height: 320 } }))
 */
export function TileChart(props: ChartProps): VNode {
  const { tile, result } = props;
  if (result.rowCount === 0) return emptyState(props);
  if (tile.kind === 'table') return tableChart(props);
  const { measures } = readColumns(result, tile.options);
  if (measures.length === 0) return unfitState(props);
  if (result.rowCount * measures.length > mostValues)
    return tooMuchState(props, result.rowCount * measures.length);
  if (!measures.some((column) => column.values.some((cell) => toNumber(cell) !== null)))
    return emptyState(props);
  return kinds[tile.kind](props);
}
