/** Columns of a dashboard's grid. In a file of its own, because browsers need the number without the schemas. */
export const GRID_COLUMNS = 12;
