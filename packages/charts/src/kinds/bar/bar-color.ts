import type { ChartProps } from '../../chart-props.ts';
import type { Series, SeriesData } from '../../data/read-series.ts';
import { isOthers } from '../../format/format-cell.ts';
import { toneOf } from '../../parts/thresholds.ts';
import { isColor } from '../../theme/is-color.ts';
import { otherFill } from '../../theme/other-fill.ts';

/** The colors of bars of a single series: the tone of a threshold, the color of their category, or the one of `Other`. */
export function barColor(props: ChartProps, data: SeriesData, place: number, index: number): string {
  const series = data.series[place] as Series;
  if (data.series.length > 1) return series.fill.color;
  const { thresholds, colors } = props.tile.options ?? {};
  const tone = toneOf(series.values[index] ?? null, thresholds, series.column.name);
  if (tone) return props.theme.colors[tone];
  const chosen = colors?.[data.label(index)];
  if (chosen && isColor(chosen)) return chosen;
  const [row] = series.rows(index);
  const isOther = data.x !== undefined && row !== undefined && isOthers(data.x, row);
  return (isOther ? otherFill(props.theme) : series.fill).color;
}
