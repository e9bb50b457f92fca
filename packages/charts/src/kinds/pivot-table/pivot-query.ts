import type { QuerySpec } from '@inlay/protocol/query';
import { dimensionNames } from '../../data/dimension-names.ts';

/** The options that determine the layout of a pivot table. */
export interface PivotOptions {
  readonly rows?: readonly string[];
  readonly columns?: readonly string[];
  readonly subtotals?: boolean;
  readonly totals?: boolean;
}

export interface PivotAxes {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/** Assigns every dimension to rows or columns; by default the last of several to columns. */
export function pivotAxes(dimensions: readonly string[], { rows, columns }: PivotOptions): PivotAxes {
  const known = (names: readonly string[]) => [...new Set(names)].filter((name) => dimensions.includes(name));
  const without = (names: readonly string[]) => dimensions.filter((name) => !names.includes(name));
  if (rows === undefined && columns === undefined) {
    const down = Math.max(1, dimensions.length - 1);
    return { rows: dimensions.slice(0, down), columns: dimensions.slice(down) };
  }
  const down = known(rows ?? without(columns ?? []));
  const across =
    columns === undefined ? without(down) : known(columns).filter((name) => !down.includes(name));
  return { rows: [...down, ...without([...down, ...across])], columns: across };
}

/** The depths of an axis that have values: all dimensions, some for subtotals, and none for the total. */
export const depthsOf = (axis: readonly string[], { subtotals = true, totals = true }: PivotOptions) =>
  [...axis, ''].flatMap((_, depth) => {
    const isShown = depth === axis.length || (depth === 0 ? totals : subtotals);
    return isShown ? [depth] : [];
  });

/** The query of a pivot table, with the groupings that its subtotals and totals need. */
export function pivotQuery(query: QuerySpec, options: PivotOptions): QuerySpec {
  if (query.measures.length === 0 || query.pivot !== undefined) return query;
  const { rows, columns } = pivotAxes(dimensionNames(query), options);
  const subtotals = depthsOf(rows, options).flatMap((down) =>
    depthsOf(columns, options)
      .filter((across) => down + across < rows.length + columns.length)
      .map((across) => ({ dimensions: [...rows.slice(0, down), ...columns.slice(0, across)] })),
  );
  return { ...query, limit: query.limit ?? PIVOT_ROWS, ...(subtotals.length === 0 ? {} : { subtotals }) };
}

/** Combinations of all dimensions: a limit that truncates them would leave holes in the table, not fewer rows. */
const PIVOT_ROWS = 10_000;
