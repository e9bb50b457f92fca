import type { Cell, ResultColumn } from '@inlay/protocol/result';
import type { Frame } from '../model/formula-tree.ts';

/** A column of a result that is being processed, with its cells in row order. */
export interface WorkingColumn extends Omit<ResultColumn, 'values' | 'others'> {
  readonly values: readonly Cell[];
  /** For a top N dimension: the rows of "Other". */
  readonly isOthers?: readonly boolean[];
  /** For a bucket without rows. */
  readonly whenEmpty?: Cell;
  /** The dimension along which buckets are added up, so that one without rows has a value. */
  readonly axis?: number;
  /** A bucket without rows has the value of the one before it, as far as this frame includes it. */
  readonly carried?: Frame;
  /** A bucket without rows has zero instead of nothing. */
  readonly isZeroWhenEmpty?: boolean;
  /** The values that buckets without rows take from each row, if not those of the row itself. */
  readonly inGaps?: readonly Cell[];
}
