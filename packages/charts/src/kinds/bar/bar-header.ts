import type { ChartProps } from '../../chart-props.ts';
import type { SeriesData } from '../../data/read-series.ts';
import type { Trend } from '../../data/trend-line.ts';
import { caption, type Header, titledLegend } from '../../parts/legend.ts';
import { trendItem } from '../../parts/trend.ts';

export function barHeader(props: ChartProps, data: SeriesData, trend?: Trend): Header {
  const first = data.series[0];
  const title = props.tile.options?.yTitle || (first?.column.label ?? '');
  if ((data.series.length === 1 && !trend) || props.tile.options?.legend === 'none')
    return caption(props, title);
  return titledLegend(props, [
    ...data.series.map((series) => ({
      name: series.name,
      color: series.fill.color,
      mark: series.comparison ? ('faint' as const) : ('square' as const),
    })),
    ...trendItem(props, trend),
  ]);
}
