import { px, tenths, tenthsText } from './svg.ts';

type At = (index: number) => number;

/**
 * Straight lines between points: a curve would show values that do not exist. Points are relative to the previous one,
 * in whole tenths so that errors do not accumulate: equal steps produce equal text, which compresses well.
 */
export function linePath(run: readonly number[], x: At, y: At): string {
  const first = run[0];
  if (first === undefined) return '';
  const start = `M${tenthsText(tenths(x(first)))} ${tenthsText(tenths(y(first)))}`;
  return run.length === 1 ? `${start}h0` : start + steps(run, 0, 1, x, y, y(first));
}

/** The area between a line and its lower edge. */
export function areaPath(run: readonly number[], x: At, upper: At, lower: At): string {
  const last = run.at(-1);
  if (last === undefined) return '';
  const back = steps(run, run.length - 1, -1, x, lower, upper(last));
  return `${linePath(run, x, upper)}${back}Z`;
}

/** From the `start`-th index of the run, at height `from`, to all following ones. */
function steps(run: readonly number[], start: number, way: 1 | -1, x: At, y: At, from: number): string {
  let before = tenths(x(run[start] as number));
  let level = tenths(from);
  let d = '';
  for (let i = start; i >= 0 && i < run.length; i += way) {
    const index = run[i] as number;
    const [toX, toY] = [tenths(x(index)), tenths(y(index))];
    if (toX !== before) d += `l${tenthsText(toX - before)} ${tenthsText(toY - level)}`;
    else if (toY !== level) d += `v${tenthsText(toY - level)}`;
    before = toX;
    level = toY;
  }
  return d;
}

/** A bar with two rounded corners at its end; works in all four directions. */
export function barPath(
  from: number,
  to: number,
  across: number,
  thickness: number,
  vertical: boolean,
  radius = 2,
): string {
  const r = Math.min(radius, Math.abs(to - from), thickness / 2);
  // Rounded corners are invisible on a bar of a few pixels.
  if (r > 0 && thickness >= 5) return steadyBarPath(from, to, across, thickness, vertical, radius);
  const [a, b, foot, head] = [px(across), px(across + thickness), px(from), px(to)];
  return vertical ? `M${a} ${foot}V${head}H${b}V${foot}Z` : `M${foot} ${a}H${head}V${b}H${foot}Z`;
}

/** The same with corners in any size, so that numbers between those of two bars draw a bar between them. */
export function steadyBarPath(
  from: number,
  to: number,
  across: number,
  thickness: number,
  vertical: boolean,
  radius = 2,
): string {
  const r = Math.min(radius, Math.abs(to - from), thickness / 2);
  const away = to >= from ? 1 : -1;
  const [a, b] = [px(across), px(across + thickness)];
  const [foot, head, neck] = [px(from), px(to), px(to - away * r)];
  return vertical
    ? `M${a} ${foot}V${neck}Q${a} ${head} ${px(across + r)} ${head}H${px(across + thickness - r)}Q${b} ${head} ${b} ${neck}V${foot}Z`
    : `M${foot} ${a}H${neck}Q${head} ${a} ${head} ${px(across + r)}V${px(across + thickness - r)}Q${head} ${b} ${neck} ${b}H${foot}Z`;
}

/** A slice of a ring around the origin, from one angle to another; angles in turns, clockwise from the top. */
export function slicePath(from: number, to: number, inner: number, outer: number): string {
  if (to - from > 0.9999) return `${circlePath(outer, 1)}${inner > 0 ? circlePath(inner, 0) : ''}`;
  const large = to - from > 0.5 ? 1 : 0;
  const at = (turn: number, radius: number) => {
    const { x, y } = onCircle(turn, radius);
    return `${px(x)} ${px(y)}`;
  };
  const rim = `M${at(from, outer)}A${px(outer)} ${px(outer)} 0 ${large} 1 ${at(to, outer)}`;
  if (inner <= 0) return `${rim}L0 0Z`;
  return `${rim}L${at(to, inner)}A${px(inner)} ${px(inner)} 0 ${large} 0 ${at(from, inner)}Z`;
}

/**
 * A full turn around the origin, as two halves: SVG cannot draw an arc whose ends meet. The inner circle of a ring runs the
 * other way, which makes it a hole, so that no line shows where the ring starts.
 */
function circlePath(radius: number, sweep: 0 | 1): string {
  const [r, top] = [px(radius), px(-radius)];
  return `M0 ${top}A${r} ${r} 0 1 ${sweep} 0 ${r}A${r} ${r} 0 1 ${sweep} 0 ${top}Z`;
}

/** A slice whose arcs are curves, so that numbers between those of two slices draw a slice between them. */
export function steadySlicePath(from: number, to: number, inner: number, outer: number): string {
  const start = onCircle(from, outer);
  const end = onCircle(to, inner);
  return `M${px(start.x)} ${px(start.y)}${curves(from, to, outer)}L${px(end.x)} ${px(end.y)}${curves(to, from, inner)}Z`;
}

/** Four curves around the origin, each at most a quarter of a circle. */
function curves(from: number, to: number, radius: number): string {
  const step = (to - from) / 4;
  // https://pomax.github.io/bezierinfo/#circles_cubic
  const reach = (4 / 3) * Math.tan((step * Math.PI) / 2) * radius;
  const along = (turn: number, by: number) => {
    const { x, y } = onCircle(turn, radius);
    const angle = turn * 2 * Math.PI;
    return `${px(x + Math.cos(angle) * by)} ${px(y + Math.sin(angle) * by)}`;
  };
  return [1, 2, 3, 4]
    .map((place) => {
      const [a, b] = [from + step * (place - 1), from + step * place];
      return `C${along(a, reach)} ${along(b, -reach)} ${along(b, 0)}`;
    })
    .join('');
}

export function onCircle(turn: number, radius: number): { readonly x: number; readonly y: number } {
  const angle = turn * 2 * Math.PI;
  return { x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius };
}
