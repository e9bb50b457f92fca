import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import { checkQuery } from './check-query.ts';
import { fillGaps } from './evaluate-gaps.ts';
import { type Dimension, type ResultRow, sortRows } from './evaluate-order.ts';
import { pivotRows } from './evaluate-pivot.ts';
import { groupRows } from './group-rows.ts';
import { scopeOf } from './query-scope.ts';
import { refuseHiddenColumns } from './refuse-hidden-columns.ts';
import type { Shop, TableName } from './shop.ts';
import type { ShopModel } from './shop-model.ts';
import type { Value } from './value.ts';
import type { Viewer } from './visible-rows.ts';

export interface ReferenceColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly values: readonly Value[];
  readonly others: readonly number[];
  /** The value of a pivoted dimension, which the product makes part of the name. */
  readonly heading?: { readonly value: Value; readonly isOther: boolean; readonly type: ColumnType };
}

export interface ReferenceRows {
  readonly columns: readonly ReferenceColumn[];
  readonly truncated: boolean;
}

export interface ReferenceResult extends ReferenceRows {
  /** One row, with the columns of the measures. */
  readonly totals?: readonly ReferenceColumn[];
  readonly subtotals: readonly ReferenceRows[];
}

/** A query with everything that its result depends on. */
export interface QueryCase {
  readonly model: ShopModel;
  readonly shop: Shop;
  readonly root: TableName;
  readonly viewer: Viewer;
  readonly calendar: ViewerCalendar;
  /** Milliseconds since 1970, which periods are relative to. */
  readonly now: number;
  readonly query: QuerySpec;
}

/**
 * What a query must return, as plainly as JavaScript can say it and sharing no code with the product: the rules filter
 * each dataset, rows are joined in loops, and fractions never round (ADR 297).
 */
export function evaluateQuery(queryCase: QueryCase): ReferenceResult {
  refuseHiddenColumns(queryCase);
  const scope = scopeOf(queryCase);
  checkQuery(scope);
  const { query, calendar, dimensions, pivot, compared } = scope;
  const perMeasure = compared === undefined ? 1 : 2;
  const resolved = scope.resolveFor(dimensions, false).measures;
  const measureColumns = query.measures.flatMap((name, index) => {
    const type = resolved[index]?.type ?? 'number';
    return [
      { name, type },
      { name: `${name}:previous`, type },
    ].slice(0, perMeasure);
  });
  const limit = query.limit ?? (dimensions.some(({ isFilled }) => isFilled) ? 10_000 : 1000);

  const columnsOf = (rows: readonly ResultRow[], kept: readonly Dimension[]): readonly ReferenceColumn[] => [
    ...kept.map(({ name, type }, index) => ({
      name,
      type,
      values: rows.map(({ values }) => values[index] ?? null),
      others: rows.flatMap(({ others }, row) => (others[index] === true ? [row] : [])),
    })),
    ...measureColumns.map(({ name, type }, index) => ({
      name,
      type,
      values: rows.map((row) => row.measures[index] ?? null),
      others: [],
    })),
  ];
  const result = (kept: readonly Dimension[], isSummary: boolean): ReferenceRows => {
    const { rows, columns, grouping } = groupRows(scope, kept, isSummary);
    const sorted = sortRows(rows, { query, dimensions, kept, perMeasure });
    const shown = (all: readonly ResultRow[], count: number): ReferenceRows =>
      pivot === undefined
        ? { truncated: all.length > count, columns: columnsOf(all.slice(0, count), kept) }
        : pivotRows(all, { dimensions: kept, pivot, measureColumns, columns, limit: count });
    const limited = shown(sorted, limit);
    if (limited.truncated) return limited;
    const filled = kept.reduce(
      (all, _, index) => fillGaps(all, { query, kept, index, columns, grouping, calendar }),
      sorted,
    );
    return shown(filled, Number.POSITIVE_INFINITY);
  };
  const totals = (): readonly ReferenceColumn[] => {
    const kept = pivot === undefined ? [] : [pivot];
    const { rows, columns } = groupRows(scope, kept, true);
    if (pivot === undefined) return columnsOf(rows, []);
    return pivotRows(rows, { dimensions: kept, pivot, measureColumns, columns, limit: 1 }).columns;
  };
  return {
    ...result(dimensions, false),
    ...(query.totals === true && query.measures.length > 0 ? { totals: totals() } : {}),
    subtotals: (query.subtotals ?? []).map((subtotal) =>
      result(
        dimensions.filter(({ name }) => subtotal.dimensions.includes(name)),
        true,
      ),
    ),
  };
}
