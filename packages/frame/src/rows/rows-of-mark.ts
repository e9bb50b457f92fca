import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import { fromRanges } from '@inlay/charts/parts/row-ranges';
import type { ChosenValue } from '@inlay/protocol/frame-messages';
import { MAX_FILTER_VALUES } from '@inlay/protocol/max-filter-values';
import type { Cell } from '@inlay/protocol/result';

/** What selects the rows behind a mark or a cell. */
export interface RowsOf {
  readonly mark: Readonly<Record<string, ChosenValue>>;
  readonly measure?: string;
}

/** From the data in the chart: the values that the result rows of a mark have in each dimension, and its measure. */
export function rowsOfMark(
  { columns, rows: known, partial }: MarkRows,
  rows: readonly number[],
  name: string | undefined,
): RowsOf | undefined {
  const all = fromRanges(known ?? [[0, (columns[0]?.values.length ?? 0) - 1]]);
  const mark: Record<string, ChosenValue> = {};
  for (const { name: dimension, role, values, others = [] } of columns) {
    if (role !== 'dimension') continue;
    const cellsOf = (wanted: readonly number[]): readonly Cell[] => [
      ...new Set(wanted.map((row) => values[all.indexOf(row)] ?? null)),
    ];
    const own = cellsOf(rows);
    // Rows beyond the top values are selected by not having one of those.
    if (rows.some((row) => others.includes(row))) {
      const top = cellsOf(all.filter((row) => !others.includes(row) && !rows.includes(row)));
      if (partial || top.length === 0 || top.length > MAX_FILTER_VALUES) return undefined;
      mark[dimension] = { notIn: [...top] };
    } else if (own.length > MAX_FILTER_VALUES) return undefined;
    else mark[dimension] = own.length === 1 ? (own[0] ?? null) : { in: [...own] };
  }
  const measure = columns.find(({ role, label }) => role === 'measure' && label === name)?.name;
  return { mark, ...(measure !== undefined && { measure }) };
}
