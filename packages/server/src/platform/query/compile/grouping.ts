import type { Formula, Leaf } from '../model/formula-tree.ts';
import type { Plan } from '../plan/plan.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { type Aggregation, valueName as name, numberRows } from './compile-formula.ts';

/** Rows that are grouped, and what is computed for each group. */
export interface Grouping {
  readonly plan: Plan;
  readonly source: 'base' | 'ranked';
  /** Begins the names of its common table expressions. */
  readonly prefix: string;
  /** By index. */
  readonly dimensions: readonly number[];
  /** 1 on the row that gathers the rest of a dimension. */
  readonly flags: readonly { readonly column: Sql; readonly dimension: number }[];
  /** Rows that belong to a group; totals count the others too. */
  readonly where: readonly Sql[];
  /** Groups that are shown, where others are only added up. */
  readonly clips: readonly Sql[];
  /** Counts of rows, of which they have some. */
  readonly present: readonly Leaf[];
  readonly formulas: readonly Formula[];
}

/** The columns by which rows are grouped. */
export function groupKeys({ dimensions, flags }: Pick<Grouping, 'dimensions' | 'flags'>): readonly Sql[] {
  return [...dimensions.map((index) => name('k', index)), ...flags.map(({ column }) => column)];
}

/** `FROM …`, up to `GROUP BY`. */
export function groupedFrom(
  { source, dimensions, flags, where }: Omit<Grouping, 'formulas'>,
  leaves: readonly Leaf[],
  aggregation: Aggregation,
): readonly Sql[] {
  const groups = groupKeys({ dimensions, flags });
  const from = trusted(source);
  return [
    sql`FROM ${aggregation.grouped ? from : numberRows(from, groups, leaves, aggregation)}`,
    ...(where.length === 0 ? [] : [sql`WHERE ${join(where, ' AND ')}`]),
    ...(groups.length === 0 ? [] : [sql`GROUP BY ${join(groups, ', ')}`]),
    // Without an aggregate and a group, every row would be one of the result.
    ...(groups.length === 0 && leaves.length === 0 ? [sql`HAVING COUNT(*) >= 0`] : []),
  ];
}
