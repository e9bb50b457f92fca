/** The number of columns of a dashboard's grid. In its own file, because browsers need it without the schemas. */
export const GRID_COLUMNS = 12;
