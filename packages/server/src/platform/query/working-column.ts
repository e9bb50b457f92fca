import type { Cell, ResultColumn } from '@inlay/protocol/result';

/** A column of a result that is being processed, with its cells in row order. */
export interface WorkingColumn extends Omit<ResultColumn, 'values' | 'others'> {
  readonly values: readonly Cell[];
  /** For a top N dimension: the rows of "Other". */
  readonly isOthers?: readonly boolean[];
  /** Zero or null for a bucket without rows. */
  readonly whenEmpty?: Cell;
}
