import type { WorkingColumn } from './working-column.ts';

/** A key that differs for different rows of some columns; made for hundreds of thousands of rows, where JSON would take too long. */
export function rowKey(columns: readonly WorkingColumn[], row: number): string {
  let key = '';
  for (const { values, isOthers } of columns) {
    const value = values[row] ?? null;
    const text = String(value);
    // The length keeps a value from running into the next, the type keeps 1 from '1'.
    key += `${(typeof value)[0]}${isOthers?.[row] === true ? '+' : ''}${text.length}:${text}`;
  }
  return key;
}
