import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { isOthers } from '../format/format-cell.ts';
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
    categories: x ? distinct(x) : result.rowCount,
    series: distinct(series) * measures.length,
  };
}

/** The row of "Other" has no value, but is not the row of missing values. */
const distinct = (column: ResultColumn): number =>
  new Set(column.values.map((value, row) => (isOthers(column, row) ? column : value))).size;
