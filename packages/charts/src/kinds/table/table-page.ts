import { rowOrder } from '../../data/row-order.ts';
import { maxColumns, rowsWithin } from '../../layout/table-limits.ts';
import type { TableProps } from './options.ts';

/** The page of a table that a viewer opened. */
export interface TablePage {
  readonly page: number;
  readonly pages: number;
  /** The number of rows on the pages before. */
  readonly before: number;
  /** Its rows, in the order that the viewer chose. */
  readonly rows: readonly number[];
}

export function tablePage({
  result,
  tile,
  locale,
  view,
}: Pick<TableProps, 'result' | 'tile' | 'locale' | 'view'>): TablePage {
  const { rowCount } = result;
  const columns = Math.min(maxColumns, result.columns.length);
  const pageSize = rowsWithin(Math.max(1, tile.options?.pageSize ?? 100), columns);
  const pages = Math.max(1, Math.ceil(rowCount / pageSize));
  const page = Math.min(pages, Math.max(1, view?.page ?? 1));
  const before = (page - 1) * pageSize;
  const end = Math.min(rowCount, before + pageSize);
  const sorted = result.columns.find((each) => each.name === view?.sort?.by);
  const rows =
    view?.sort && sorted
      ? [...rowOrder(sorted, view.sort.direction, locale.language).subarray(before, end)]
      : Array.from({ length: end - before }, (_, place) => before + place);
  return { page, pages, before, rows };
}
