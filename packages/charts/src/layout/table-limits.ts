/** The maximum number of columns in a table; nobody scrolls further sideways. */
export const maxColumns = 200;

const maxCells = 20_000;

/** The number of rows per page for this many columns. */
export const rowsWithin = (rows: number, columns: number): number =>
  Math.max(1, Math.min(rows, Math.floor(maxCells / Math.max(1, columns))));
