import type { ChartProps } from '../../chart-props.ts';
import type { Series, SeriesData } from '../../data/read-series.ts';
import { toneOf } from '../../parts/thresholds.ts';
import { isColor } from '../../theme/is-color.ts';

/** The colors of bars of a single series: the tone of a threshold, or the color of their category. */
export function barColor(props: ChartProps, data: SeriesData, place: number, index: number): string {
  const series = data.series[place] as Series;
  if (data.series.length > 1) return series.fill.color;
  const { thresholds, colors } = props.tile.options ?? {};
  const tone = toneOf(series.values[index] ?? null, thresholds, series.column.name);
  if (tone) return props.theme.colors[tone];
  const chosen = colors?.[data.label(index)];
  return chosen && isColor(chosen) ? chosen : series.fill.color;
}
