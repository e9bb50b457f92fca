import type { QueryResult } from '@inlay/protocol/result';

/** A table with groups of rows and columns, as files show it: one column for each of its columns. */
export interface FlatTable {
  /** The names of the rows are its first column, the labels of the others say all that stands above them. */
  readonly result: QueryResult;
  /** What stands above the columns, from the outermost level. */
  readonly head: readonly (readonly FlatHead[])[];
  /** By row: how deep it is in its groups (the outermost are 1), whether it is one, and whether it is hidden at first. */
  readonly rows: readonly FlatRow[];
}

export interface FlatHead {
  readonly label: string;
  /** The first of its columns, and how many columns and levels it spans. */
  readonly start: number;
  readonly columns: number;
  readonly rows: number;
}

export interface FlatRow {
  readonly level: number;
  readonly isGroup: boolean;
  readonly isHidden: boolean;
}
