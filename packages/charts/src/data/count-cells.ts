import type { QueryResult } from '@inlay/protocol/result';
import type { SharedOptions } from '../options/shared-options.ts';
import { readColumns } from './read-columns.ts';

/** The number of categories and series, before a value is allocated for each pair of them. */
export function countCells(
  result: QueryResult,
  options: SharedOptions | undefined,
): { readonly categories: number; readonly series: number } {
  const { x, series, measures, comparisons } = readColumns(result, options);
  if (!series) return { categories: result.rowCount, series: measures.length + comparisons.length };
  return {
    categories: x ? new Set(x.values).size : result.rowCount,
    series: new Set(series.values).size * measures.length,
  };
}
