import type { ChartProps } from '../chart-props.ts';
import type { Series, SeriesData } from '../data/read-series.ts';
import { formatShort } from '../format/format-number.ts';
import { cutMiddle } from '../layout/fit-text.ts';
import { textWidth } from '../layout/text-width.ts';
import { textColor } from '../theme/create-theme.ts';
import type { Cartesian } from './cartesian.ts';
import { fontSize } from './chart-frame.ts';
import { isOutside } from './clipped-path.ts';
import { seriesLabel } from './focus.ts';
import { shortName } from './short-names.ts';
import { g, halo, type Markup, path, px, svgText } from './svg.ts';

interface EndLabels {
  readonly room: number;
  readonly items: readonly { readonly series: Series; readonly text: string; readonly index: number }[];
}

const lineHeight = 15;
/** As many as there are colors. */
const maxLabels = 8;

/** Names at the ends of lines instead of a legend; undefined if they would not fit. */
export function endLabels(props: ChartProps, data: SeriesData): EndLabels | undefined {
  const { size, locale, tile } = props;
  // Panels have one legend, and no room for a value.
  if (props.panel) return undefined;
  const own = data.series.filter((series) => !series.comparison);
  const alone = own.length === 1;
  if (tile.options?.legend === 'none' && !alone) return undefined;
  // A single line ends with its value, unless the author set labels.
  if (alone && (tile.options?.labels ?? 'auto') !== 'auto') return undefined;
  if (own.length === 0 || own.length > maxLabels || (!alone && data.series.length > own.length))
    return undefined;
  if (own.length * lineHeight > size.height * 0.6) return undefined;
  const most = Math.min(240, size.width * 0.26);
  const items = own.flatMap((series) => {
    const index = series.values.findLastIndex((value) => value !== null);
    if (index < 0) return [];
    const text = alone
      ? formatShort(series.values[index] as number, series.format, locale)
      : shortName(props, series.name);
    return [{ series, text: cutMiddle(text, most, fontSize, true), index }];
  });
  // The last year of several ends on the way.
  if (!alone && !data.isOverlaid && items.some((item) => item.index < data.positions.length - 1))
    return undefined;
  // On a phone, a legend takes less from the plot than cut names at its side.
  if (!alone && size.width < 440 && items.some(({ text, series }) => text !== shortName(props, series.name)))
    return undefined;
  const room = Math.max(0, ...items.map((item) => textWidth(item.text, fontSize, true))) + 14;
  return { room, items };
}

export function drawEndLabels(
  props: ChartProps,
  labels: EndLabels,
  plot: Cartesian,
  /** The values next to which the labels are, if they are not those of their series. */
  levels: readonly number[] = labels.items.map(({ series, index }) => series.values[index] as number),
): Markup {
  const { theme } = props;
  const wanted = levels.map(plot.yInside);
  // A line that ends on the way has its label there, where no other is in its way.
  const last = Math.max(...labels.items.map(({ index }) => index));
  const atEnd = wanted.flatMap((_, place) => (labels.items[place]?.index === last ? [place] : []));
  const spreadOut = spread(
    atEnd.map((place) => wanted[place] as number),
    lineHeight,
    plot.top,
    plot.bottom - 2,
  );
  const placed = wanted.map((y, place) => spreadOut[atEnd.indexOf(place)] ?? y);
  return g(
    { 'font-weight': 600 },
    labels.items.map(({ series, text, index }, place) => {
      const y = placed[place] as number;
      const isHidden = isOutside(plot.y(levels[place] as number), plot);
      if (isHidden && labels.items.length === 1) return null;
      const at = plot.x(index);
      const moved = Math.abs(y - (wanted[place] as number)) > 6;
      const x = at + 9 * plot.flow.forward;
      return [
        moved
          ? path(
              `M${px(at + 4 * plot.flow.forward)} ${px(wanted[place] as number)}L${px(x - 2 * plot.flow.forward)} ${px(y)}`,
              { stroke: seriesLabel(props, series).fill ?? series.fill.color },
            )
          : null,
        svgText(
          x,
          y + 4,
          text,
          {
            fill: textColor(theme, series.fill),
            ...halo(theme.colors.surface),
            ...seriesLabel(props, series),
          },
          labels.items.length === 1 ? text : series.name,
        ),
      ];
    }),
  );
}

/**
 * Moves labels apart so that each keeps `gap` to the next, as close as possible to their positions and within
 * `from`…`to`. Returns them in the given order.
 */
export function spread(wanted: readonly number[], gap: number, from: number, to: number): readonly number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] as number) - (wanted[b] as number));
  const placed = order.map((index) => Math.min(to, Math.max(from, wanted[index] as number)));
  for (let i = 1; i < placed.length; i += 1) {
    placed[i] = Math.max(placed[i] as number, (placed[i - 1] as number) + gap);
  }
  let limit = to;
  for (let i = placed.length - 1; i >= 0; i -= 1) {
    placed[i] = Math.min(placed[i] as number, limit);
    limit = (placed[i] as number) - gap;
  }
  const spreadOut = new Array<number>(wanted.length);
  for (const [place, index] of order.entries()) spreadOut[index] = placed[place] as number;
  return spreadOut;
}
