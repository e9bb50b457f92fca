import { GRID_COLUMNS } from '@inlay/protocol/grid';
import type { Box } from '../layout/arrange.ts';

/** As `page.css` has them. */
const GAP = 16;
const ROW = 40;
const ROW_STEP = ROW + GAP;
/** Head and padding of a tile: a chart gets the rest, as the server counts. */
const INSET = { width: 40, height: 88 };

/** How the grid measures at this moment; read once for each gesture. */
export interface GridMetrics {
  /** From one column to the next. */
  readonly column: number;
  readonly row: number;
  readonly rtl: boolean;
}

export function gridMetrics(width: number, rtl: boolean): GridMetrics {
  return { column: (width + GAP) / GRID_COLUMNS, row: ROW_STEP, rtl };
}

/** Where a box begins and how large it is, in pixels from the grid's top left corner. */
export function pixelsOf({ x, y, w, h }: Box, { column, row, rtl }: GridMetrics) {
  const width = w * column - GAP;
  const start = x * column;
  const whole = GRID_COLUMNS * column - GAP;
  return { left: rtl ? whole - start - width : start, top: y * row, width, height: h * row - GAP };
}

/** So many columns and rows for a way of so many pixels. */
export function cellsOf(dx: number, dy: number, { column, row, rtl }: GridMetrics) {
  return { dx: Math.round((rtl ? -dx : dx) / column) || 0, dy: Math.round(dy / row) || 0 };
}

/** The room of a chart inside a box. */
export function chartSizeOf(box: Box, metrics: GridMetrics): { width: number; height: number } {
  const { width, height } = pixelsOf(box, metrics);
  return {
    width: Math.max(120, Math.round(width - INSET.width)),
    height: Math.max(40, height - INSET.height),
  };
}
