import type { ChartProps } from '@inlay/charts/chart-props';
import type { TileKind } from '@inlay/protocol/tile';
import type { VNode } from 'preact';

type Draw = (props: ChartProps) => VNode;

const kinds: Readonly<Record<TileKind, () => Promise<Draw>>> = {
  kpi: async () => (await import('@inlay/charts/kinds/kpi')).kpiChart,
  line: async () => (await import('@inlay/charts/kinds/line')).lineChart,
  area: async () => (await import('@inlay/charts/kinds/area')).areaChart,
  bar: async () => (await import('@inlay/charts/kinds/bar')).barChart,
  'bar-line': async () => (await import('@inlay/charts/kinds/bar-line')).barLineChart,
  pie: async () => (await import('@inlay/charts/kinds/pie')).pieChart,
  scatter: async () => (await import('@inlay/charts/kinds/scatter')).scatterChart,
  heatmap: async () => (await import('@inlay/charts/kinds/heatmap')).heatmapChart,
  leaderboard: async () => (await import('@inlay/charts/kinds/leaderboard')).leaderboardChart,
  waterfall: async () => (await import('@inlay/charts/kinds/waterfall')).waterfallChart,
  funnel: async () => (await import('@inlay/charts/kinds/funnel')).funnelChart,
  table: async () => (await import('@inlay/charts/kinds/table')).tableChart,
};

/** The code of one kind of chart, fetched when the first such tile has to be drawn again. */
export const loadChart = (kind: TileKind): Promise<Draw> => kinds[kind]();
