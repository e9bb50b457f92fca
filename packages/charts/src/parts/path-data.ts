import type { Point } from '../data/downsample.ts';
import { px } from './svg.ts';

/** Straight from point to point: a curve would draw values that nobody measured. */
export function linePath(points: readonly Point[]): string {
  let d = '';
  for (const { x, y } of points) d += `${d === '' ? 'M' : 'L'}${px(x)} ${px(y)}`;
  return points.length === 1 ? `${d}h0` : d;
}

/** The area between a line and its lower edge, which has the same x in the same order. */
export function areaPath(upper: readonly Point[], lower: readonly Point[]): string {
  if (upper.length === 0) return '';
  const back = [...lower].reverse().map(({ x, y }) => `L${px(x)} ${px(y)}`);
  return `${linePath(upper)}${back.join('')}Z`;
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
