import type { ChartProps, TableView } from './chart-props.ts';
import { columnFormat } from './data/read-columns.ts';
import { rankRows } from './data/row-order.ts';
import { maxColumns } from './layout/table-limits.ts';

/** What takes long in a tile with many rows, in steps. Drawing remembers what they found. */
export function* prepareDrawing({
  tile,
  result,
  locale,
  view,
}: Pick<ChartProps, 'tile' | 'result' | 'locale'> & {
  readonly view?: TableView | undefined;
}): Iterable<unknown> {
  for (const column of result.columns.slice(0, maxColumns)) yield columnFormat(column, tile.options);
  const sorted = result.columns.find(({ name }) => name === view?.sort?.by);
  if (sorted) yield* rankRows(sorted, locale.language);
}
