import { areaPath, linePath } from './path-data.ts';
import { px } from './svg.ts';

type At = (index: number) => number;

interface Band {
  readonly top: number;
  readonly bottom: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A line clipped to the plot. Computed, because the id of a clip path would have to be unique in the page, and exported
 * files have no such ids.
 */
export function clippedLine(run: readonly number[], x: At, y: At, band: Band): string {
  if (!run.some((index) => isOutside(y(index), band))) return linePath(run, x, y);
  const points = withCrossings(run, x, y, band);
  if (points.length === 1) return '';
  let d = '';
  let drawing = false;
  for (let i = 1; i < points.length; i += 1) {
    const [from, to] = [points[i - 1] as Point, points[i] as Point];
    if (isOutside((from.y + to.y) / 2, band)) {
      drawing = false;
      continue;
    }
    if (!drawing) d += `M${px(from.x)} ${px(from.y)}`;
    d += `L${px(to.x)} ${px(to.y)}`;
    drawing = true;
  }
  return d;
}

/** The area between two lines, clipped to the plot. */
export function clippedArea(run: readonly number[], x: At, upper: At, lower: At, band: Band): string {
  if (!run.some((index) => isOutside(upper(index), band) || isOutside(lower(index), band)))
    return areaPath(run, x, upper, lower);
  const inside = ({ x: across, y }: Point) => `${px(across)} ${px(clamp(y, band))}`;
  const forth = withCrossings(run, x, upper, band).map(inside);
  const back = withCrossings(run.toReversed(), x, lower, band).map(inside);
  return `M${[...forth, ...back].join('L')}Z`;
}

export const clamp = (y: number, { top, bottom }: Band): number => Math.max(top, Math.min(bottom, y));

/** A tenth of a pixel beyond the edge counts as on it. */
export const isOutside = (y: number, { top, bottom }: Band): boolean => y < top - 0.1 || y > bottom + 0.1;

/** The points of a line, and its intersections with the edges. */
function withCrossings(run: readonly number[], x: At, y: At, { top, bottom }: Band): readonly Point[] {
  const points: Point[] = [];
  for (const index of run) {
    const to = { x: x(index), y: y(index) };
    const from = points.at(-1);
    if (from) {
      const edges = from.y < to.y ? [top, bottom] : [bottom, top];
      for (const edge of edges) {
        const share = (edge - from.y) / (to.y - from.y);
        if (share > 0 && share < 1) points.push({ x: from.x + share * (to.x - from.x), y: edge });
      }
    }
    points.push(to);
  }
  return points;
}
