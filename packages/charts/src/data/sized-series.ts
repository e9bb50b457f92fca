import type { ResultColumn } from '@inlay/protocol/result';

/** A series by name, as it is chosen among others by size. */
export interface SizedSeries {
  readonly name: string;
  readonly column: ResultColumn;
  /** Its `memberKey`, if it is a member of a dimension. */
  readonly member?: string | undefined;
  readonly isOther?: boolean | undefined;
  /** The sum of its absolute values. */
  readonly size: number;
}
