import type { DatasetColumn } from '@inlay/protocol/dataset';
import { allOf, type Condition, conjuncts, type RelatedCondition } from '../../rules/condition.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import { joinKeys } from '../text/join-keys.ts';
import type { Sql } from '../text/sql.ts';
import { type ColumnSource, compileColumn } from './compile-column.ts';
import { compileCondition } from './compile-condition.ts';
import { compileSource } from './compile-source.ts';

type RuleColumns = ColumnSource & { readonly depth?: number };

/**
 * A row rule on the rows of a dataset. Related rows are looked up with `IN`: unlike a join it repeats no row where keys
 * are not unique, engines run it as a semi-join with indexes, and all of them allow it here (ADR 314).
 */
export function compileRule(condition: Condition, source: RuleColumns): Sql {
  const columnOf = (column: DatasetColumn) => compileColumn(column, source);
  return compileCondition(condition, source.dialect, columnOf, (related) => compileRelated(related, source));
}

function compileRelated(related: RelatedCondition, own: RuleColumns): Sql {
  const { keys, others, rows } = lookUp(related, own);
  const key = keys.length === 1 ? join(keys, '') : sql`(${join(keys, ', ')})`;
  return sql`${key} IN (SELECT ${join(others, ', ')} ${rows})`;
}

/**
 * The related rows that every row must have, as joins where the engine runs them faster than `IN`, and the rest of the
 * rule. Each key is there once, so that they repeat no row either.
 */
export function splitLookups(
  condition: Condition,
  own: RuleColumns,
): { readonly lookups: readonly Sql[]; readonly rest: Condition } {
  const all = conjuncts(condition);
  const related = all.filter((each) => each.kind === 'related');
  if (!own.dialect.joinsLookups || related.length === 0) return { lookups: [], rest: condition };
  const lookups = related.map((each, index) => {
    const { keys, others, rows } = lookUp(each, own);
    const alias = trusted(`l${index + 1}`);
    const list = others.map((other, key) => sql`${other} AS ${trusted(`k${key}`)}`);
    const on = keys.map((key, position) => sql`${key} = ${alias}.${trusted(`k${position}`)}`);
    return sql`JOIN (SELECT DISTINCT ${join(list, ', ')} ${rows}) AS ${alias} ON ${join(on, ' AND ')}`;
  });
  return { lookups, rest: allOf(all.filter((each) => each.kind !== 'related')) };
}

/** The keys of a row, those of the related rows, and where these are. */
function lookUp({ dataset, template, on, isEnforced, rows }: RelatedCondition, own: RuleColumns) {
  const { dialect, calendar, depth = 1 } = own;
  const related = { dataset, alias: `r${depth}`, dialect, calendar, depth: depth + 1 };
  const keysOf = (column: DatasetColumn, source: RuleColumns) => {
    const key = compileColumn(column, source);
    const compared = column.type === 'string' ? key : (dialect.lookupKey?.(key, column.type) ?? key);
    return joinKeys(column, compared, isEnforced, dialect);
  };
  const where = rows.kind === 'always' ? sql`` : sql` WHERE ${compileRule(rows, related)}`;
  const from = sql`${compileSource(dataset.source, template, dialect)} AS ${trusted(related.alias)}`;
  return {
    keys: on.flatMap((pair) => keysOf(pair.own, own)),
    others: on.flatMap((pair) => keysOf(pair.other, related)),
    rows: sql`FROM ${from}${where}`,
  };
}
