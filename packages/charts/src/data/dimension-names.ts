import type { QuerySpec } from '@inlay/protocol/query';

/** The names of a query's dimensions in its result: a column that appears with several grains is named with them. */
export function dimensionNames({ dimensions }: QuerySpec): readonly string[] {
  return dimensions.map(({ column, grain }) => {
    const isRepeated = dimensions.filter((other) => other.column === column).length > 1;
    return isRepeated && grain !== undefined ? `${column}:${grain}` : column;
  });
}
