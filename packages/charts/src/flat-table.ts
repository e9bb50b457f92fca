import type { QueryResult } from '@inlay/protocol/result';

/** A table with groups of rows and columns as files show it: one column per column of the table. */
export interface FlatTable {
  /** Row names are the first column; the labels of the others contain all header levels. */
  readonly result: QueryResult;
  /** The header cells above the columns, from the outermost level. */
  readonly head: readonly (readonly FlatHead[])[];
  /** Per row: its depth in groups (the outermost is 1), whether it is a group, and whether it is initially hidden. */
  readonly rows: readonly FlatRow[];
  /** What is missing, if it is truncated. */
  readonly note?: string;
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
