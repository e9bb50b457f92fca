import { columnFormat } from '@inlay/charts/data/read-columns';
import { formatCell } from '@inlay/charts/format/format-cell';
import { MAX_ROWS_REACHED, type RowsRequest, type RowsResponse } from '@inlay/content/rows-api';
import { fieldsInvalid } from '../../../platform/errors.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import { queryTileRows } from './query-tile.ts';

const DEFAULT_PAGE_SIZE = 50;

/** A page of the rows behind a mark. */
export async function tileRows(
  request: EmbedRequest,
  id: string,
  { page = 1, pageSize = DEFAULT_PAGE_SIZE, cross, drill, choice, mark, measure, sort }: RowsRequest,
): Promise<RowsResponse> {
  const start = (page - 1) * pageSize;
  if (start >= MAX_ROWS_REACHED)
    throw fieldsInvalid([{ path: '/page', problem: `must be within the first ${MAX_ROWS_REACHED} rows` }]);
  const { result, total, masked } = await queryTileRows(request, {
    id,
    cross,
    drill,
    choice,
    mark,
    measure,
    sort,
  });
  const columns = result.columns.map((column) => {
    const shown = column.values.slice(start, start + pageSize);
    const format = columnFormat(column, undefined);
    return {
      name: column.name,
      label: column.label,
      type: column.type,
      masked: masked.has(column.name),
      values: shown,
      texts: shown.map((cell) => (cell === null ? '–' : formatCell(cell, column, format, request.locale))),
    };
  });
  const rowCount = columns[0]?.values.length ?? 0;
  return { columns, rowCount, total, hasMore: start + rowCount < result.rowCount };
}
