import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { GuardedPlan, GuardedSource } from '../guard/guard.ts';
import { type PlannedSource, relationshipOf } from '../plan/plan-sources.ts';
import type { Dialect } from '../text/dialect.ts';
import { type CompiledStatement, join, render, sql } from '../text/fragment.ts';
import { compileColumn } from './compile-column.ts';
import { compileRule } from './compile-related.ts';
import { compileSource } from './compile-source.ts';

/** Columns that a relationship takes for a key of a dataset: no two of its rows may have the same values. */
export interface AssumedKey {
  readonly relationship: string;
  /** Index in `Plan.sources`. */
  readonly source: number;
  readonly columns: readonly DatasetColumn[];
}

/** The keys on which the joins of a plan rely: on the "one" side of each relationship that the database does not enforce. */
export function assumedKeys({ sources }: GuardedPlan['plan']): readonly AssumedKey[] {
  return sources.flatMap((planned, source) => {
    const { join: joined } = planned;
    if (joined === undefined || joined.isEnforced) return [];
    const relationship = relationshipOf(planned);
    const { on, parent, isToOne, isFromOne } = joined;
    return [
      ...(isToOne ? [{ relationship, source, columns: on.map(({ other }) => other) }] : []),
      ...(isFromOne ? [{ relationship, source: parent, columns: on.map(({ own }) => own) }] : []),
    ];
  });
}

/** Finds a key that several rows have, among those that the viewer may see. */
export function compileDuplicates(
  guarded: GuardedPlan,
  { source, columns }: AssumedKey,
  dialect: Dialect,
): CompiledStatement {
  const { root: dataset } = (guarded.plan.sources[source] as PlannedSource).whole;
  const { rows, template } = guarded.sources[source] as GuardedSource;
  const { calendar } = guarded.plan;
  const from = { dataset, alias: 's', dialect, calendar };
  const columnOf = (column: DatasetColumn) => compileColumn(column, from);
  const keys = columns.map((column) =>
    column.type === 'string' ? dialect.textKey(columnOf(column)) : columnOf(column),
  );
  const where = [
    ...(rows.kind === 'always' ? [] : [compileRule(rows, from)]),
    ...columns.map((column) => sql`${columnOf(column)} IS NOT NULL`),
  ];
  const parts = [
    sql`SELECT 1 AS several`,
    sql`FROM ${compileSource(dataset.source, template, dialect)} AS s`,
    sql`WHERE ${join(where, ' AND ')}`,
    sql`GROUP BY ${join(keys, ', ')}`,
    sql`HAVING COUNT(*) > 1`,
    sql`LIMIT 1`,
  ];
  return render(join(parts, '\n'), dialect);
}
