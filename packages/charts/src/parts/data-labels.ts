import type { ChartProps } from '../chart-props.ts';
import type { Series, SeriesData } from '../data/read-series.ts';
import type { Layer } from '../data/stack-series.ts';
import { formatShort } from '../format/format-number.ts';
import { textWidth } from '../layout/text-width.ts';
import { textColor, textOn } from '../theme/create-theme.ts';
import { annotatedIn } from './annotated-index.ts';
import type { Cartesian } from './cartesian.ts';
import { clamp, isOutside } from './clipped-path.ts';
import { isHighlighted, labelOf } from './focus.ts';
import { type Attributes, g, halo, type Markup, svgText } from './svg.ts';

export interface LabelSpot {
  readonly x: number;
  /** The position of the value. */
  readonly y: number;
  readonly text: string;
  /** The placement: above or below the value, or centered on it with this maximum width. */
  readonly side: 'above' | 'below' | { readonly within: number };
  /** The next points of the line, which the text avoids. */
  readonly line?: readonly Point[];
  readonly attributes?: Attributes;
  /** Placed before others, because it is highlighted or annotated. */
  readonly isFirst?: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Placed {
  readonly spot: LabelSpot;
  readonly x: number;
  readonly y: number;
}

const letters = 11;
const lineHeight = 13;
/** More than fit into any tile; placement compares every pair. */
const maxSpots = 400;

/** Places as many labels as fit without touching each other or `taken`, in order. */
export function placeLabels(
  spots: readonly LabelSpot[],
  area: Area,
  taken: readonly Area[] = [],
): readonly Placed[] {
  const boxes = [...taken];
  const placed: Placed[] = [];
  for (const spot of spots.slice(0, maxSpots)) {
    const width = textWidth(spot.text, letters);
    if (width > area.right - area.left) continue;
    if (typeof spot.side === 'object' && width > spot.side.within) continue;
    for (const at of candidates(spot, width)) {
      const x = Math.max(area.left + width / 2, Math.min(area.right - width / 2, at.x));
      const box = { left: x - width / 2, right: x + width / 2, top: at.y - letters + 2, bottom: at.y + 2 };
      if (box.top < area.top || box.bottom > area.bottom + 3) continue;
      if (boxes.some((other) => overlap(box, other, 3)) || crosses(box, spot)) continue;
      boxes.push(box);
      placed.push({ spot, x, y: at.y });
      break;
    }
  }
  return placed;
}

function candidates({ x, y, side, line }: LabelSpot, width: number): readonly Point[] {
  if (typeof side === 'object') return [{ x, y: y + 4 }];
  const [above, below] = [y - 6, y + lineHeight + 3];
  const [first, second] = side === 'above' ? [above, below] : [below, above];
  if (!line) return [{ x, y: first }];
  const shift = width / 2 + 2;
  return [first, second].flatMap((baseline) =>
    [x, x - shift, x + shift].map((at) => ({ x: at, y: baseline })),
  );
}

/** Whether the line of a label's own value runs through it. */
function crosses(box: Area, { x, y, line = [] }: LabelSpot): boolean {
  return line.some((end) =>
    [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1].some((share) => {
      const [atX, atY] = [x + (end.x - x) * share, y + (end.y - y) * share];
      return atX > box.left && atX < box.right && atY > box.top && atY < box.bottom;
    }),
  );
}

const overlap = (a: Area, b: Area, gap: number): boolean =>
  a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom && b.top < a.bottom;

const byUrgency = (spots: readonly LabelSpot[]): readonly LabelSpot[] =>
  spots.some(({ isFirst }) => isFirst)
    ? spots.toSorted((one, other) => Number(other.isFirst ?? false) - Number(one.isFirst ?? false))
    : spots;

export function drawLabels(
  props: ChartProps,
  spots: readonly LabelSpot[],
  area: Area,
  taken?: readonly Area[],
): Markup | null {
  const found = placeLabels(byUrgency(spots), area, taken);
  const placed = found.toSorted((one, other) => spots.indexOf(one.spot) - spots.indexOf(other.spot));
  if (placed.length === 0) return null;
  return g(
    { 'text-anchor': 'middle', 'font-size': letters, fill: props.theme.colors.text },
    placed.map(({ spot, x, y }) =>
      svgText(x, y, spot.text, {
        ...(typeof spot.side === 'string' ? halo(props.theme.colors.surface) : {}),
        ...spot.attributes,
      }),
    ),
  );
}

/** The values of lines: both ends, peaks and lows first, below the line at lows. */
export function lineSpots(
  props: ChartProps,
  data: SeriesData,
  plot: Cartesian,
  y: (value: number) => number = plot.y,
): readonly LabelSpot[] {
  const own = data.series.filter(({ comparison }) => !comparison);
  const isAnnotated = annotatedIn(props, data);
  return own.flatMap((series) => {
    const { values } = series;
    const attributes = own.length > 1 ? { fill: textColor(props.theme, series.fill) } : {};
    const isUrgent = (index: number) =>
      isAnnotated(index) || isHighlighted(props, series.rows(index), series.column);
    return byImportance(values, isUrgent).flatMap((index) => {
      const value = values[index] as number;
      if (isOutside(y(value), plot)) return [];
      const [before, after] = [values[index - 1] ?? value, values[index + 1] ?? value];
      const dips = value <= before && value <= after && (value < before || value < after);
      const text = formatShort(value, series.format, props.locale);
      const line = [index - 1, index + 1].flatMap((next) => {
        const other = values[next] ?? null;
        return other === null ? [] : [{ x: plot.x(next), y: y(other) }];
      });
      const side = dips ? 'below' : 'above';
      const rows = series.rows(index);
      return [
        {
          x: plot.x(index),
          y: y(value),
          text,
          side,
          line,
          attributes: { ...attributes, ...labelOf(props, rows, series.column) },
          isFirst: isUrgent(index),
        } as const,
      ];
    });
  });
}

function byImportance(
  values: readonly (number | null)[],
  isUrgent: (index: number) => boolean,
): readonly number[] {
  const known = values.flatMap((value, index) => (value === null ? [] : [index]));
  const value = (index: number) => values[index] as number;
  const highest = known.reduce((best, index) => (value(index) > value(best) ? index : best), known[0] ?? 0);
  const lowest = known.reduce((best, index) => (value(index) < value(best) ? index : best), known[0] ?? 0);
  const first = known.length > 0 ? [known.at(-1) as number, known[0] as number, highest, lowest] : [];
  // Of thousands, evenly spaced ones.
  const stride = Math.ceil(known.length / maxSpots);
  return [
    ...new Set([
      ...first,
      ...known.filter((index, place) => place % Math.max(1, stride) === 0 || isUrgent(index)),
    ]),
  ];
}

/** The values of bars: beyond the end, or in the middle of stacked ones. */
export function barSpots(
  props: ChartProps,
  data: SeriesData,
  layers: readonly (readonly (Layer | null)[])[],
  plot: Cartesian,
  stacked: boolean,
): readonly LabelSpot[] {
  const groups = stacked ? 1 : Math.max(1, data.series.length);
  const width = plot.band.bar / groups;
  const isAnnotated = annotatedIn(props, data);
  return data.series.flatMap((series: Series, place) =>
    series.values.flatMap((value, index): LabelSpot[] => {
      const layer = layers[place]?.[index];
      if (value === null || !layer) return [];
      const text = formatShort(value, series.format, props.locale);
      const [foot, head] = [clamp(plot.y(layer.from), plot), clamp(plot.y(layer.to), plot)];
      const rows = series.rows(index);
      const muted = labelOf(props, rows, series.column);
      const isFirst = isAnnotated(index) || isHighlighted(props, rows, series.column);
      if (stacked) {
        const attributes = { fill: textOn(props.theme, series.fill.value), ...muted };
        if (Math.abs(head - foot) < lineHeight + 2) return [];
        return [
          { x: plot.x(index), y: (foot + head) / 2, text, side: { within: width - 1 }, attributes, isFirst },
        ];
      }
      const offset = ((place + 0.5) * width - plot.band.bar / 2) * plot.flow.forward;
      const side = value < 0 ? 'below' : 'above';
      return [{ x: plot.x(index) + offset, y: head, text, side, attributes: muted, isFirst }];
    }),
  );
}

/** The areas of bars, which labels of lines avoid. */
export function barAreas(
  data: SeriesData,
  layers: readonly (readonly (Layer | null)[])[],
  plot: Cartesian,
): readonly Area[] {
  return data.positions.map((_, index) => {
    const heads = layers
      .map((layer) => layer[index])
      .filter((layer) => layer !== null && layer !== undefined);
    const ends = heads.flatMap(({ from, to }) => [plot.yInside(from), plot.yInside(to)]);
    const [left, right] = [plot.x(index) - plot.band.bar / 2, plot.x(index) + plot.band.bar / 2];
    return { left, right, top: Math.min(plot.bottom, ...ends), bottom: Math.max(plot.top, ...ends) };
  });
}
