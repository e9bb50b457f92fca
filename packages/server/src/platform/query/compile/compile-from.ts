import type { DatasetColumn } from '@inlay/protocol/dataset';
import { type Condition, columnsOf, type QueryColumn, relatedDatasets } from '../../rules/condition.ts';
import type { GuardedPlan } from '../guard/guard.ts';
import { type PlannedJoin, type PlannedSource, sourceOf } from '../plan/plan-sources.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import { joinKeys } from '../text/join-keys.ts';
import type { Sql } from '../text/sql.ts';
import { compileColumn } from './compile-column.ts';
import { compileCondition } from './compile-condition.ts';
import { compileRule, splitLookups } from './compile-related.ts';
import { compileSource } from './compile-source.ts';
import { joinsOf } from './joins-of.ts';

/** The rows of one dataset with those that they are related to, and how a statement names their columns. */
export interface CompiledFrom {
  /** `FROM …` and its joins. */
  readonly tables: Sql;
  /** Which rows the viewer may see, and which of them the query filters. */
  readonly where: readonly Sql[];
  columnOf(column: QueryColumn): Sql;
}

/**
 * Reads the rows of the source `fact`. It is joined back to the dataset of the query, whose rows must be visible too,
 * and from there to the datasets of the columns; a row that is related to none that the viewer may see has nulls there.
 * Row rules are conditions of the joins: each dataset is filtered before it is joined (ADR 291).
 */
export function compileFrom(
  guarded: GuardedPlan,
  {
    fact,
    columns,
    filter,
  }: { readonly fact: number; readonly columns: readonly QueryColumn[]; readonly filter: Condition },
  dialect: Dialect,
): CompiledFrom {
  const { sources, calendar } = guarded.plan;
  const rowsOf = (index: number) => {
    const { whole } = sources[index] as PlannedSource;
    return { dataset: whole.root, alias: aliasOf(index), dialect, calendar };
  };
  const columnAt = (index: number, column: DatasetColumn): Sql => compileColumn(column, rowsOf(index));
  const columnOf = (column: QueryColumn) => {
    const { related, ...own } = column;
    return columnAt(sourceOf(sources, column), related === undefined ? own : { ...own, name: related.name });
  };
  const table = (index: number) => {
    const { dataset } = sources[index] as PlannedSource;
    const source = compileSource(dataset.source, guarded.sources[index]?.template, dialect);
    return sql`${source} AS ${trusted(aliasOf(index))}`;
  };
  const { back, added, inner, ...joins } = joinsOf(guarded, fact, [...columns, ...columnsOf(filter)]);
  const rulesOf = (index: number) => {
    const rows = joins.rulesOf(index);
    return rows.kind === 'always' ? [] : [compileRule(rows, rowsOf(index))];
  };
  // Not every engine allows subqueries in the condition of an outer join.
  const isFiltered = (index: number) => relatedDatasets(joins.rulesOf(index)).length > 0;
  const joined = (index: number) =>
    isFiltered(index)
      ? sql`(SELECT * FROM ${table(index)} WHERE ${join(rulesOf(index), '')}) AS ${trusted(aliasOf(index))}`
      : table(index);
  const on = (child: number, other: number) => {
    const { parent, isEnforced, on: pairs } = (sources[child] as PlannedSource).join as PlannedJoin;
    const keys = pairs.flatMap(({ own, other }) => {
      const left = joinKeys(own, columnAt(parent, own), isEnforced, dialect);
      const right = joinKeys(other, columnAt(child, other), isEnforced, dialect);
      return left.map((key, index) => sql`${key} = ${right[index] as Sql}`);
    });
    return join([...keys, ...(isFiltered(other) ? [] : rulesOf(other))], ' AND ');
  };

  const { lookups, rest } = splitLookups(joins.rulesOf(fact), rowsOf(fact));
  const tables = [
    sql`FROM ${table(fact)}`,
    ...lookups,
    ...back
      .slice(1)
      .map((parent, position) => sql`JOIN ${joined(parent)} ON ${on(back[position] as number, parent)}`),
    ...added.map((index) => {
      const kind = trusted(inner.has(index) ? 'JOIN' : 'LEFT JOIN');
      return sql`${kind} ${joined(index)} ON ${on(index, index)}`;
    }),
  ];
  return {
    tables: join(tables, '\n  '),
    where: [
      ...(rest.kind === 'always' ? [] : [compileRule(rest, rowsOf(fact))]),
      ...(filter.kind === 'always' ? [] : [compileCondition(filter, dialect, columnOf)]),
    ],
    columnOf,
  };
}

const aliasOf = (source: number) => (source === 0 ? 's' : `s${source}`);
