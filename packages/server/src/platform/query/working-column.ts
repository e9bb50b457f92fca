import type { Cell, ResultColumn } from '@inlay/protocol/result';

/** An answer on its way to a chart: what a column is, and its cells in the order of the rows. */
export interface WorkingColumn extends Omit<ResultColumn, 'values' | 'others'> {
  readonly values: readonly Cell[];
  /** For a dimension that keeps its top values: which rows gather the rest. */
  readonly isOthers?: readonly boolean[];
  /** Zero or nothing where a bucket holds no row. */
  readonly whenEmpty?: Cell;
}
