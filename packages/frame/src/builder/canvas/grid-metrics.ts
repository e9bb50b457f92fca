import { GRID_COLUMNS } from '@inlay/protocol/grid';
import type { Box } from '../layout/arrange.ts';

/** As `page.css` has them. */
const GAP = 16;
const ROW = 40;
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
  return { column: (width + GAP) / GRID_COLUMNS, row: ROW + GAP, rtl };
}

/** The place of a box, as CSS says it. */
export const gridArea = ({ x, y, w, h }: Box): string => `${y + 1} / ${x + 1} / span ${h} / span ${w}`;

export const heightOf = ({ h }: Pick<Box, 'h'>): number => h * (ROW + GAP) - GAP;

/** Where a box begins and how large it is, in pixels from the grid's top left corner. */
export function pixelsOf(box: Box, { column, row, rtl }: GridMetrics) {
  const width = box.w * column - GAP;
  const start = box.x * column;
  const whole = GRID_COLUMNS * column - GAP;
  return { left: rtl ? whole - start - width : start, top: box.y * row, width, height: heightOf(box) };
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
