/** The number of columns of a dashboard's grid. In its own file, because browsers need it without the schemas. */
export const GRID_COLUMNS = 12;

/** A place in the grid, or in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
