import { type Box, GRID_COLUMNS } from '@inlay/protocol/grid';

/** Must match `page.css`. */
const GAP = 16;
const ROW = 40;
/** Header and padding of a tile; the chart gets the rest. The server uses the same numbers. */
const INSET = { width: 40, height: 88 };

/** The measurements of the grid, taken once per gesture. */
export interface GridMetrics {
  /** The distance between the starts of two columns. */
  readonly column: number;
  readonly row: number;
  readonly rtl: boolean;
}

export function gridMetrics(width: number, rtl: boolean): GridMetrics {
  return { column: (width + GAP) / GRID_COLUMNS, row: ROW + GAP, rtl };
}

/** The CSS `grid-area` of a box. */
export const gridArea = ({ x, y, w, h }: Box): string => `${y + 1} / ${x + 1} / span ${h} / span ${w}`;

export const heightOf = ({ h }: Pick<Box, 'h'>): number => h * (ROW + GAP) - GAP;

/** Position and size of a box in pixels, from the top left corner of the grid. */
export function pixelsOf(box: Box, { column, row, rtl }: GridMetrics) {
  const width = box.w * column - GAP;
  const start = box.x * column;
  const whole = GRID_COLUMNS * column - GAP;
  return { left: rtl ? whole - start - width : start, top: box.y * row, width, height: heightOf(box) };
}

/** Converts a distance in pixels to columns and rows. */
export function cellsOf(dx: number, dy: number, { column, row, rtl }: GridMetrics) {
  return { dx: Math.round((rtl ? -dx : dx) / column) || 0, dy: Math.round(dy / row) || 0 };
}

/** The size of the chart inside a box. */
export function chartSizeOf(box: Box, metrics: GridMetrics): { width: number; height: number } {
  const { width, height } = pixelsOf(box, metrics);
  return {
    width: Math.max(120, Math.round(width - INSET.width)),
    height: Math.max(40, height - INSET.height),
  };
}
