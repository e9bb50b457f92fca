interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The path of a few strokes that indicate a kind of chart. */
export type Thumbnail = (box: Box) => string;

export type Stroke = readonly (readonly [x: number, y: number])[];

/** Strokes between points; 0 0 is the top left of the box and 1 1 its bottom right. */
export const strokes =
  (lines: readonly Stroke[]): Thumbnail =>
  ({ x, y, width, height }) =>
    lines
      .map((points) =>
        points.map(([px, py]) => `${(x + px * width).toFixed(1)} ${(y + py * height).toFixed(1)}`),
      )
      .map((points) => `M${points.join('L')}`)
      .join('');

export const columnStrokes = strokes(
  [0.55, 0.8, 0.35, 0.95, 0.65].map((height, index): Stroke => {
    const x = 0.1 + index * 0.2;
    return [
      [x, 1],
      [x, 1 - height],
    ];
  }),
);

export const risingStroke = strokes([
  [
    [0, 0.85],
    [0.22, 0.5],
    [0.45, 0.62],
    [0.7, 0.22],
    [1, 0.1],
  ],
]);

export const rowStrokes = strokes(
  [0.9, 0.7, 0.5, 0.3].map((length, index): Stroke => {
    const y = 0.14 + index * 0.24;
    return [
      [0, y],
      [length, y],
    ];
  }),
);
