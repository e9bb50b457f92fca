import type { Cell, ResultColumn } from '@inlay/protocol/result';

/** A column of a result that is being processed, with its cells in row order. */
export interface WorkingColumn extends Omit<ResultColumn, 'values' | 'others'> {
  readonly values: readonly Cell[];
  /** For a dimension that keeps its top values: which rows gather the rest. */
  readonly isOthers?: readonly boolean[];
  /** Zero or nothing where a bucket holds no row. */
  readonly whenEmpty?: Cell;
}
