import { px } from './svg.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Straight from point to point: a curve would draw values that nobody measured. Each point says how far it is from
 * the one before, counted in whole tenths so that nothing adds up: equal steps make equal text, which packs well.
 */
export function linePath(points: readonly Point[]): string {
  const first = points[0];
  if (!first) return '';
  const [x, y] = [tenths(first.x), tenths(first.y)];
  const start = `M${tenthsText(x)} ${tenthsText(y)}`;
  return points.length === 1 ? `${start}h0` : start + steps(points, 1, 1, x, y);
}

/** The area between a line and its lower edge, which has the same x in the same order. */
export function areaPath(upper: readonly Point[], lower: readonly Point[]): string {
  const last = upper.at(-1);
  if (!last) return '';
  const back = steps(lower, lower.length - 1, -1, tenths(last.x), tenths(last.y));
  return `${linePath(upper)}${back}Z`;
}

function steps(points: readonly Point[], from: number, way: 1 | -1, startX: number, startY: number): string {
  let [x, y] = [startX, startY];
  let d = '';
  for (let index = from; index >= 0 && index < points.length; index += way) {
    const point = points[index] as Point;
    const [toX, toY] = [tenths(point.x), tenths(point.y)];
    d += toX === x ? `v${tenthsText(toY - y)}` : `l${tenthsText(toX - x)} ${tenthsText(toY - y)}`;
    x = toX;
    y = toY;
  }
  return d;
}

const tenths = (value: number): number => Math.round(value * 10);

/** Lengths are few and small numbers: found faster than written. */
const texts: string[] = [];

function tenthsText(value: number): string {
  const size = Math.abs(value);
  if (size >= 20_000) return String(value / 10);
  let text = texts[size];
  if (text === undefined) text = texts[size] = String(size / 10);
  return value < 0 ? `-${text}` : text;
}

/** A slice of a ring around the origin, from one angle to another; angles in turns, clockwise from the top. */
export function slicePath(from: number, to: number, inner: number, outer: number): string {
  // SVG draws no arc whose ends meet: a whole turn is two halves.
  if (to - from > 0.9999)
    return `${slicePath(from, from + 0.5, inner, outer)}${slicePath(from + 0.5, from + 0.9999, inner, outer)}`;
  const large = to - from > 0.5 ? 1 : 0;
  const at = (turn: number, radius: number) => {
    const { x, y } = onCircle(turn, radius);
    return `${px(x)} ${px(y)}`;
  };
  const rim = `M${at(from, outer)}A${px(outer)} ${px(outer)} 0 ${large} 1 ${at(to, outer)}`;
  if (inner <= 0) return `${rim}L0 0Z`;
  return `${rim}L${at(to, inner)}A${px(inner)} ${px(inner)} 0 ${large} 0 ${at(from, inner)}Z`;
}

export function onCircle(turn: number, radius: number): Point {
  const angle = turn * 2 * Math.PI;
  return { x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius };
}
