export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Divides a box into one box per value, in order, each as close to a square as possible (Bruls, Huizing, van Wijk:
 * "Squarified Treemaps"). Values must be positive and sorted from largest to smallest.
 */
export function squarify(values: readonly number[], box: Box): readonly Box[] {
  const boxes: Box[] = [];
  let rest = box;
  // Summed from the end: subtracting from a total would leave only rounding errors for the smallest values.
  const sums = new Array<number>(values.length);
  for (let index = values.length - 1, sum = 0; index >= 0; index -= 1)
    sums[index] = sum += values[index] as number;
  for (let from = 0; from < values.length; ) {
    const side = Math.min(rest.width, rest.height);
    const scale = (rest.width * rest.height) / (sums[from] as number);
    let row = 0;
    let worst = Number.POSITIVE_INFINITY;
    let to = from;
    // A strip along the shorter side takes values as long as that makes its boxes squarer.
    while (to < values.length) {
      const wider = row + (values[to] as number);
      const ratio = worstRatio(values[from] as number, values[to] as number, wider, side * side, scale);
      if (ratio > worst) break;
      row = wider;
      worst = ratio;
      to += 1;
    }
    const isColumn = rest.width >= rest.height;
    const depth = side > 0 ? (row * scale) / side : 0;
    let along = 0;
    for (let index = from; index < to; index += 1) {
      const length = side * ((values[index] as number) / row);
      boxes.push(
        isColumn
          ? { x: rest.x, y: rest.y + along, width: depth, height: length }
          : { x: rest.x + along, y: rest.y, width: length, height: depth },
      );
      along += length;
    }
    rest = isColumn
      ? { ...rest, x: rest.x + depth, width: Math.max(0, rest.width - depth) }
      : { ...rest, y: rest.y + depth, height: Math.max(0, rest.height - depth) };
    from = to;
  }
  return boxes;
}

/** The worst aspect ratio in a strip: of its first box or the one added last. */
function worstRatio(first: number, last: number, row: number, square: number, scale: number): number {
  const area = (row * row * scale) / square;
  return Math.max(first / area, area / first, area / last, last / area);
}
