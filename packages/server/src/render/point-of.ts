import { columnFormat, readColumns } from '@inlay/charts/data/read-columns';
import { formatCell } from '@inlay/charts/format/format-cell';
import type { Locale } from '@inlay/charts/format/locale';
import type { ChosenPoint } from '@inlay/protocol/embed-api';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { Tile } from '@inlay/protocol/tile';

/**
 * The row behind a label that a chart shows. Labels are what the viewer chose, so they are compared as they are
 * written; a row that stands for "all others" is nobody's choice.
 */
export function pointOf(
  { options }: Tile,
  result: QueryResult,
  locale: Locale,
  label: string,
  seriesName: string | undefined,
): ChosenPoint | undefined {
  const { x, series } = readColumns(result, options);
  if (x === undefined) return undefined;
  const written = (column: ResultColumn, row: number) =>
    formatCell(column.values[row] ?? null, column, columnFormat(column, options), locale);
  const rows = Array.from({ length: result.rowCount }, (_, row) => row).filter(
    (row) => !x.others?.includes(row) && written(x, row) === label,
  );
  const row = (series && rows.find((each) => written(series, each) === seriesName)) ?? rows[0];
  if (row === undefined) return undefined;
  const values = Object.fromEntries(result.columns.map(({ name, values }) => [name, values[row] ?? null]));
  const { name, label: called, grain } = x;
  return { values, dimension: { name, label: called, ...(grain === undefined ? {} : { grain }) } };
}
