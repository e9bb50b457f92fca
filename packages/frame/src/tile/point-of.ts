import { columnFormat, readColumns } from '@inlay/charts/data/read-columns';
import { formatCell } from '@inlay/charts/format/format-cell';
import type { Locale } from '@inlay/charts/format/locale';
import type { TileAnswer } from '@inlay/protocol/embed-api';
import type { DataPoint } from '@inlay/protocol/frame-messages';
import type { ResultColumn } from '@inlay/protocol/result';

export interface ChosenPoint {
  /** The row, column by column. */
  readonly values: DataPoint;
  /** The dimension that the chosen label is a value of. */
  readonly dimension: ResultColumn;
}

/**
 * The row behind a label that a chart shows. Labels are what the viewer chose, so they are compared as they are
 * written; a row that stands for "all others" is nobody's choice.
 */
export function pointOf(
  { tile, result }: TileAnswer,
  locale: Locale,
  label: string,
  seriesName: string | undefined,
): ChosenPoint | undefined {
  const { x, series } = readColumns(result, tile.options);
  if (x === undefined) return undefined;
  const written = (column: ResultColumn, row: number) =>
    formatCell(column.values[row] ?? null, column, columnFormat(column, tile.options), locale);
  const rows = Array.from({ length: result.rowCount }, (_, row) => row).filter(
    (row) => !x.others?.includes(row) && written(x, row) === label,
  );
  const row = (series && rows.find((each) => written(series, each) === seriesName)) ?? rows[0];
  if (row === undefined) return undefined;
  const values = Object.fromEntries(result.columns.map(({ name, values }) => [name, values[row] ?? null]));
  return { values, dimension: x };
}
