import type { ResultColumn } from '@inlay/protocol/result';

/** What the focus of a tile means for its marks. */
export interface Emphasis {
  /** Whether a value is highlighted; undefined if none is, so that no mark is dimmed. */
  readonly has: ((row: number, column?: ResultColumn) => boolean) | undefined;
  /** The identity of the values of some rows, which another drawing of the tile has too. */
  readonly keyOf: (rows: readonly number[]) => string;
  /** The identity of the panel, before that of what has no rows of its own. */
  readonly panel?: string;
}
