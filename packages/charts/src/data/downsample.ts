export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Thins a run of points to the first, last, lowest and highest of each of `columns` equal spans of x. At one
 * or two pixels a column the picture stays what it was, and no peak is lost (Jugel et al., M4, VLDB 2014).
 */
export function downsample<P extends Point>(points: readonly P[], columns: number): readonly P[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length <= columns * 4) return points;
  // Mirrored charts run from right to left; thinning wants x to ascend.
  if (first.x > last.x) return [...downsample([...points].reverse(), columns)].reverse();
  const width = (last.x - first.x) / columns || 1;
  const kept: P[] = [];
  let start = 0;
  while (start < points.length) {
    const column = columnOf(points[start] as Point, first.x, width, columns);
    let end = start;
    let low = start;
    let high = start;
    while (
      end + 1 < points.length &&
      columnOf(points[end + 1] as Point, first.x, width, columns) === column
    ) {
      end += 1;
      if ((points[end] as Point).y < (points[low] as Point).y) low = end;
      if ((points[end] as Point).y > (points[high] as Point).y) high = end;
    }
    let before = -1;
    for (const index of [start, Math.min(low, high), Math.max(low, high), end]) {
      if (index > before) kept.push(points[index] as P);
      before = index;
    }
    start = end + 1;
  }
  return kept;
}

function columnOf(point: Point, from: number, width: number, columns: number): number {
  return Math.min(columns - 1, Math.floor((point.x - from) / width));
}

/** Unbroken runs of a series: a null ends a run, so that a line never claims what nobody measured. */
export function runsOf<P extends Point>(points: readonly (P | null)[]): readonly (readonly P[])[] {
  const runs: P[][] = [];
  let run: P[] = [];
  for (const point of points) {
    if (point) run.push(point);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}
