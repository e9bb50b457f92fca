import type { QuerySpec } from '@inlay/protocol/query';
import { QueryError } from '../errors/query-error.ts';
import { dimensionIndex, type PlannedDimension } from './plan-dimensions.ts';
import type { PlannedMeasure } from './plan-measures.ts';

export interface PlannedSort {
  readonly kind: 'dimension' | 'measure';
  readonly index: number;
  readonly direction: 'asc' | 'desc';
}

/** How rows are sorted: as the query says, or by its first measure or time. */
export function planSort(
  spec: QuerySpec,
  dimensions: readonly PlannedDimension[],
  measures: readonly PlannedMeasure[],
  pivot: number | undefined,
): readonly PlannedSort[] {
  const sort: PlannedSort[] = (spec.sort ?? []).flatMap(({ by, direction }, position): PlannedSort[] => {
    const path = `/sort/${position}/by`;
    const dimension = dimensions.findIndex((item) => item.name === by);
    // Columns have an order of their own, and the cells of a row belong together.
    if (dimension >= 0)
      return dimension === pivot ? [] : [{ kind: 'dimension', index: dimension, direction }];
    const measure = measures.findIndex((item) => item.name === by);
    if (measure < 0) throw new QueryError(path, `${by} is neither a dimension nor a measure of this query`);
    if (pivot !== undefined)
      throw new QueryError(path, 'the rows of a pivot can be sorted by dimensions only');
    return [{ kind: 'measure', index: measure, direction }];
  });
  const inTime = dimensions.some((dimension) => dimension.grain !== undefined);
  if (sort.length === 0 && measures.length > 0 && !inTime && pivot === undefined && dimensions.length > 0) {
    sort.push({ kind: 'measure', index: 0, direction: 'desc' });
  }
  // Every dimension takes part, so that equal queries return rows in the same order, page after page.
  const rest = dimensions.map((_, index) => index).filter((index) => index !== pivot);
  const inTimeFirst = rest.toSorted((a, b) => Number(isTime(dimensions[b])) - Number(isTime(dimensions[a])));
  for (const index of pivot === undefined ? inTimeFirst : [...inTimeFirst, pivot]) {
    if (!sort.some((item) => item.kind === 'dimension' && item.index === index)) {
      sort.push({ kind: 'dimension', index, direction: 'asc' });
    }
  }
  return sort;
}

/** The dimensions of each subtotal, by index. */
export function planSubtotals(
  { subtotals = [], measures, pivot }: QuerySpec,
  dimensions: readonly PlannedDimension[],
): readonly (readonly number[])[] {
  if (subtotals.length === 0) return [];
  if (measures.length === 0) throw new QueryError('/measures', 'subtotals require a measure');
  if (pivot !== undefined) throw new QueryError('/subtotals', 'a query with a pivot cannot have subtotals');
  return subtotals.map((grouping, position) => {
    const path = `/subtotals/${position}/dimensions`;
    const kept = grouping.dimensions.map((name, index) =>
      dimensionIndex(name, dimensions, `${path}/${index}`),
    );
    if (new Set(kept).size < kept.length) throw new QueryError(path, 'contains a dimension twice');
    return kept.toSorted((a, b) => a - b);
  });
}

const isTime = (dimension: PlannedDimension | undefined) => dimension?.grain !== undefined;
