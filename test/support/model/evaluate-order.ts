import type { Grain, QuerySpec } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import type { Group, GroupedDimension } from './evaluate-measure.ts';
import type { DayRange } from './reading.ts';
import { Refused } from './refused.ts';
import { compareInOrder, type Value } from './value.ts';

export interface Dimension extends GroupedDimension {
  readonly name: string;
  readonly type: ColumnType;
  readonly grain: Grain | undefined;
  /** Periods without rows are shown. */
  readonly isFilled: boolean;
  /** The days that the filters leave. */
  readonly range: DayRange;
}

export interface RequestedTop {
  readonly dimension: Dimension;
  /** A measure. */
  readonly by: string;
  readonly count: number;
  readonly others: boolean;
  /** The columns of a pivot. */
  readonly isPivot: boolean;
}

/** A row of the result. */
export interface ResultRow extends Group {
  readonly measures: readonly Value[];
  /** A period without rows, which measures do not sort. */
  readonly isGap?: boolean;
}

interface Order {
  readonly kind: 'dimension' | 'measure';
  /** Among the dimensions that are kept, or the columns of all measures. */
  readonly index: number;
  readonly direction: 'asc' | 'desc';
}

interface SortContext {
  readonly query: QuerySpec;
  readonly dimensions: readonly Dimension[];
  /** Those of the rows. */
  readonly kept: readonly Dimension[];
  /** Two columns with a comparison. */
  readonly perMeasure: number;
}

export function sortRows(rows: readonly ResultRow[], context: SortContext): readonly ResultRow[] {
  const order = orderOf(context);
  const isLast = (row: ResultRow, index: number) => Number(row.others[index] === true);
  return rows.toSorted((a, b) => {
    // Where there is only one dimension, its others are last however rows are sorted.
    if (context.kept.length === 1 && isLast(a, 0) !== isLast(b, 0)) return isLast(a, 0) - isLast(b, 0);
    for (const { kind, index, direction } of order) {
      const gaps = [a, b].map(({ isGap }) => Number(isGap === true)) as [number, number];
      if (kind === 'measure' && gaps.includes(1)) {
        if (gaps[0] !== gaps[1]) return gaps[0] - gaps[1];
        continue;
      }
      const [left, right] = kind === 'dimension' ? [a.values, b.values] : [a.measures, b.measures];
      const compared =
        (kind === 'dimension' && isLast(a, index) - isLast(b, index)) ||
        compareInOrder(left[index] ?? null, right[index] ?? null, direction);
      if (compared !== 0) return compared;
    }
    return 0;
  });
}

/** The order of the query, then every dimension that it leaves open: those with a grain first, that of a pivot last. */
function orderOf({ query, dimensions, kept, perMeasure }: SortContext): readonly Order[] {
  const isPivoted = ({ name }: Dimension) => name === query.pivot?.dimension;
  const order: Order[] = (query.sort ?? []).flatMap(({ by, direction }): Order[] => {
    const dimension = dimensions.find(({ name }) => name === by);
    if (dimension !== undefined)
      return kept.includes(dimension) && !isPivoted(dimension)
        ? [{ kind: 'dimension', index: kept.indexOf(dimension), direction }]
        : [];
    const index = query.measures.indexOf(by);
    if (index < 0 || query.pivot !== undefined) throw new Refused(`cannot sort by ${by}`);
    return [{ kind: 'measure', index: index * perMeasure, direction }];
  });
  const inTime = dimensions.some(({ grain }) => grain !== undefined) || query.pivot !== undefined;
  if ((query.sort ?? []).length === 0 && query.measures.length > 0 && dimensions.length > 0 && !inTime)
    order.push({ kind: 'measure', index: 0, direction: 'desc' });
  const open = kept
    .toSorted((a, b) => Number(b.grain !== undefined) - Number(a.grain !== undefined))
    .toSorted((a, b) => Number(isPivoted(a)) - Number(isPivoted(b)));
  for (const dimension of open) {
    const index = kept.indexOf(dimension);
    if (!order.some((item) => item.kind === 'dimension' && item.index === index))
      order.push({ kind: 'dimension', index, direction: 'asc' });
  }
  return order;
}
