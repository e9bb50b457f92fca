import type { ChartProps } from '../../chart-props.ts';
import type { SeriesData } from '../../data/read-series.ts';
import { caption, type Header, legend } from '../../parts/legend.ts';

export function barHeader(props: ChartProps, data: SeriesData): Header {
  const first = data.series[0];
  if (data.series.length === 1 && first) return caption(props, first.column.label);
  if (props.tile.options?.legend === 'none') return caption(props, first?.column.label ?? '');
  return legend(
    props,
    data.series.map((series) => ({
      name: series.name,
      paint: series.fill.paint,
      mark: series.comparison ? 'faint' : 'square',
    })),
  );
}
