import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { toNumber } from './read-columns.ts';

export interface Target {
  /** The measure with the target, which is then not drawn as a value. */
  readonly column: ResultColumn | undefined;
  readonly at: (row: number) => number | null;
}

/** The author's target: a number or the name of a measure. An unknown name sets none. */
export function readTarget(result: QueryResult, target: number | string | undefined): Target | undefined {
  if (typeof target === 'number') return { column: undefined, at: () => toNumber(target) };
  const column = result.columns.find(({ name }) => name === target);
  return column && targetColumn(column);
}

export const targetColumn = (column: ResultColumn): Target => ({
  column,
  at: (row) => toNumber(column.values[row]),
});
