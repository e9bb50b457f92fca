import type { Cell, QueryResult } from '@inlay/protocol/result';
import { inSlices } from '../../concurrency/in-slices.ts';
import type { Held } from '../../concurrency/responses-in-flight.ts';

/** About how much memory a result takes. */
export function resultBytes(result: QueryResult): number {
  return 1000 + columnSizes(result).reduce((sum, bytes) => sum + bytes, 0);
}

/** Reads every text once, which takes a while for long results; `resultBytes` is quick afterwards. */
export async function weighResult(result: QueryResult): Promise<number> {
  await inSlices(columnSizes(result));
  return resultBytes(result);
}

/** What a response with the rows of results keeps in memory. */
export const heldResults = (...results: readonly [QueryResult, ...QueryResult[]]): Held => ({
  what: results.length === 1 ? results[0] : results,
  bytes: () => results.reduce((sum, result) => sum + resultBytes(result), 0),
});

function columnSizes({ columns, subtotals = [] }: QueryResult): IteratorObject<number> {
  const all = [columns, ...subtotals.map((subtotal) => subtotal.columns)].flat();
  return all.values().map(({ values }) => columnBytes(values));
}

const weighed = new WeakMap<readonly Cell[], number>();

function columnBytes(values: readonly Cell[]): number {
  const known = weighed.get(values);
  if (known !== undefined) return known;
  let bytes = 300 + values.length * 8;
  for (const cell of values) if (typeof cell === 'string') bytes += 16 + cell.length * 2;
  weighed.set(values, bytes);
  return bytes;
}
