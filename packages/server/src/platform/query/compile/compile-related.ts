import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { RelatedCondition } from '../../rules/condition.ts';
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
export function compileRule(condition: Parameters<typeof compileCondition>[0], source: RuleColumns): Sql {
  const columnOf = (column: DatasetColumn) => compileColumn(column, source);
  return compileCondition(condition, source.dialect, columnOf, (related) => compileRelated(related, source));
}

function compileRelated(
  { dataset, template, on, isEnforced, rows }: RelatedCondition,
  own: RuleColumns,
): Sql {
  const { dialect, calendar, depth = 1 } = own;
  const related = { dataset, alias: `r${depth}`, dialect, calendar, depth: depth + 1 };
  const keysOf = (column: DatasetColumn, source: RuleColumns) => {
    const key = compileColumn(column, source);
    const compared = column.type === 'string' ? key : (dialect.lookupKey?.(key, column.type) ?? key);
    return joinKeys(column, compared, isEnforced, dialect);
  };
  const keys = on.flatMap((pair) => keysOf(pair.own, own));
  const others = on.flatMap((pair) => keysOf(pair.other, related));
  const where = rows.kind === 'always' ? sql`` : sql` WHERE ${compileRule(rows, related)}`;
  const from = sql`${compileSource(dataset.source, template, dialect)} AS ${trusted(related.alias)}`;
  const key = keys.length === 1 ? join(keys, '') : sql`(${join(keys, ', ')})`;
  return sql`${key} IN (SELECT ${join(others, ', ')} FROM ${from}${where})`;
}
