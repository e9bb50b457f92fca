import type { QueryResult } from '@inlay/protocol/result';

/** About how much memory an answer takes. */
export function resultBytes({ columns }: QueryResult): number {
  let bytes = 1000;
  for (const { values } of columns) {
    bytes += 300 + values.length * 8;
    for (const cell of values) if (typeof cell === 'string') bytes += 16 + cell.length * 2;
  }
  return bytes;
}
