import type { ChartProps } from '../../chart-props.ts';
import { isDimmed, shapeOf } from '../../parts/focus.ts';
import { circle, g, type Markup } from '../../parts/svg.ts';
import type { SeriesFill } from '../../theme/create-theme.ts';
import type { Points, ScatterPoint } from './read-points.ts';

export const bubbleOpacity = 0.85;
/** The maximum number of bubbles; the largest are kept. */
export const maxBubbles = 2_000;

/** A point at its place. */
export interface Dot {
  readonly point: ScatterPoint;
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
  readonly fill: SeriesFill;
}

export const biggestBubble = (width: number): number => Math.max(10, Math.min(32, width / 22));

export const biggestOf = (points: readonly ScatterPoint[]): number =>
  points.reduce((most, point) => Math.max(most, Math.abs(point.size ?? 0)), 0);

/** The dots of all points, the largest bubbles first. */
export function layDots(
  data: Points,
  x: (v: number) => number,
  y: (v: number) => number,
  fills: readonly SeriesFill[],
  { width, biggest }: { readonly width: number; readonly biggest: number },
): readonly Dot[] {
  const most = biggestBubble(width);
  const radius = (point: ScatterPoint) => {
    if (!data.size || biggest === 0) return data.points.length > 60 ? 3 : 4.5;
    // The area, not the radius, represents the value.
    return Math.max(2, Math.sqrt(Math.abs(point.size ?? 0) / biggest) * most);
  };
  const fillOf = new Map(data.groups.map((group, index) => [group, fills[index] as SeriesFill]));
  const dots = data.points.map((point) => ({
    point,
    cx: x(point.x),
    cy: y(point.y),
    r: radius(point),
    fill: fillOf.get(point.group) as SeriesFill,
  }));
  return data.size ? dots.sort((a, b) => b.r - a.r).slice(0, maxBubbles) : dots;
}

/** Highlighted points first, for their names. */
export function highlightedFirst(props: ChartProps, dots: readonly Dot[]): readonly Dot[] {
  if (!props.emphasis?.has) return dots;
  const isMuted = ({ point }: Dot) => isDimmed(props, [point.row]);
  return [...dots.filter((dot) => !isMuted(dot)), ...dots.filter(isMuted)];
}

export function circles(props: ChartProps, dots: readonly Dot[]): Markup {
  return g(
    { 'fill-opacity': bubbleOpacity, stroke: props.theme.colors.surface, 'stroke-width': 1 },
    // Highlighted points cover others.
    (props.emphasis?.has ? highlightedFirst(props, dots).toReversed() : dots).map((dot) =>
      circle(dot.cx, dot.cy, dot.r, { fill: dot.fill.color, ...shapeOf(props, { rows: [dot.point.row] }) }),
    ),
  );
}
