import type { Cell, ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import { isOthers } from '../format/format-cell.ts';

/** The value of a dimension that selects the rows behind a cell: those beyond the top values have none in common. */
type MarkValue = Cell | { readonly notIn: readonly Cell[] };

/** Values by dimension, as `data-mark-of` of a row of a table. */
export type MarkOf = Readonly<Record<string, MarkValue>>;

/** What a column of cells shows, as an entry of `data-cells` of a table. */
export interface CellsOf {
  readonly measure?: string;
  /** Of a column for one value of a dimension. */
  readonly mark?: MarkOf;
}

/** Whether the markup of a table says what its cells show: viewers can see the rows behind them, or click them. */
export function hasCells({ tile, action }: Pick<ChartProps, 'tile' | 'action'>): boolean {
  return tile.drillThrough !== undefined || action !== undefined;
}

/** Attributes of a table whose cells can be clicked: what a click does, and the granularity of its time dimensions. */
export function clickAttributes({ action, result }: Pick<ChartProps, 'action' | 'result'>) {
  if (action === undefined) return {};
  const grains = result.columns.flatMap(({ name, grain }) => (grain ? [[name, grain]] : []));
  return { 'aria-description': action, 'data-grains': JSON.stringify(Object.fromEntries(grains)) };
}

/** The value in a row of a result. */
export function markValue(column: ResultColumn, row: number): MarkValue {
  if (!isOthers(column, row)) return column.values[row] ?? null;
  const { values, others = [] } = column;
  return { notIn: [...new Set(values.filter((_, index) => !others.includes(index)))] };
}
