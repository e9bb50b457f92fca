import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Dialect } from '../text/dialect.ts';
import { type CompiledStatement, join, render, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';

/** The rows of one dataset and the columns of its key. No rule applies, so only administrators may run these. */
export interface KeyedSource {
  /** The operand of FROM. */
  readonly from: Sql;
  readonly columns: readonly DatasetColumn[];
}

/** One row: `all_rows`, and `without_key`, those without a value in one of the columns. */
export function compileKeyCounts(source: KeyedSource, dialect: Dialect): CompiledStatement {
  const missing = join(
    keyNames(source).map((key) => sql`${key} IS NULL`),
    ' OR ',
  );
  return render(
    sql`SELECT COUNT(*) AS all_rows, SUM(CASE WHEN ${missing} THEN 1 ELSE 0 END) AS without_key
FROM (${selectKeys(source, dialect)}) AS keyed`,
    dialect,
  );
}

/** One row if a key occurs twice, none otherwise. */
export function compileDuplicateKey(source: KeyedSource, dialect: Dialect): CompiledStatement {
  const keys = join(keyNames(source), ', ');
  return render(
    sql`SELECT COUNT(*) AS found FROM (${selectKeys(source, dialect)}) AS keyed
WHERE ${isComplete(source)} GROUP BY ${keys} HAVING COUNT(*) > 1 LIMIT 1`,
    dialect,
  );
}

export interface ComparedKeys {
  /** One row: `own_orphans` and `other_orphans` in rows, `own_duplicates` and `other_duplicates` in keys. */
  readonly counts: CompiledStatement;
  /** The first keys of each of them. */
  examples(of: KeyFinding, limit: number): CompiledStatement;
}

export type KeyFinding = 'own_orphans' | 'other_orphans' | 'own_duplicates' | 'other_duplicates';

const FINDINGS: Readonly<Record<KeyFinding, { readonly holds: string; readonly count: string }>> = {
  own_orphans: { holds: 'own_rows > 0 AND other_rows = 0', count: 'own_rows' },
  other_orphans: { holds: 'other_rows > 0 AND own_rows = 0', count: 'other_rows' },
  own_duplicates: { holds: 'own_rows > 1', count: '1' },
  other_duplicates: { holds: 'other_rows > 1', count: '1' },
};

/**
 * Compares the keys of two datasets by one aggregation of both, which every engine computes alike: an outer join would
 * fill missing partners with zeros on ClickHouse.
 */
export function compareKeys(own: KeyedSource, other: KeyedSource, dialect: Dialect): ComparedKeys {
  const names = keyNames(own);
  const keys = join(names, ', ');
  const rowsOf = (source: KeyedSource, isOwn: string, isOther: string) =>
    sql`SELECT ${keys}, ${trusted(isOwn)} AS is_own, ${trusted(isOther)} AS is_other
FROM (${selectKeys(source, dialect)}) AS keyed WHERE ${isComplete(source)}`;
  const compared = sql`SELECT ${keys}, SUM(is_own) AS own_rows, SUM(is_other) AS other_rows FROM (
${rowsOf(own, '1', '0')}
UNION ALL
${rowsOf(other, '0', '1')}
) AS both_sides GROUP BY ${keys}`;
  const counts = Object.entries(FINDINGS).map(
    ([name, { holds, count }]) =>
      sql`SUM(CASE WHEN ${trusted(holds)} THEN ${trusted(count)} ELSE 0 END) AS ${trusted(name)}`,
  );
  return {
    counts: render(sql`SELECT ${join(counts, ', ')} FROM (${compared}) AS compared`, dialect),
    examples: (of, limit) => {
      const values = names.map((key, index) => {
        const isText = own.columns[index]?.type === 'string';
        return sql`${isText ? dialect.fromTextKey(key) : key} AS ${trusted(`d${index}`)}`;
      });
      return render(
        sql`SELECT ${join(values, ', ')} FROM (${compared}) AS compared
WHERE ${trusted(FINDINGS[of].holds)} ORDER BY ${keys} LIMIT ${trusted(String(limit))}`,
        dialect,
      );
    },
  };
}

const keyNames = ({ columns }: KeyedSource): readonly Sql[] =>
  columns.map((_, index) => trusted(`k${index}`));

const isComplete = (source: KeyedSource): Sql =>
  join(
    keyNames(source).map((key) => sql`${key} IS NOT NULL`),
    ' AND ',
  );

function selectKeys({ from, columns }: KeyedSource, dialect: Dialect): Sql {
  const keys = columns.map((column, index) => sql`${compileKey(column, dialect)} AS ${trusted(`k${index}`)}`);
  return sql`SELECT ${join(keys, ', ')} FROM ${from} AS s`;
}

/** In the form in which values compare exactly, as in the join of a query. */
function compileKey(column: DatasetColumn, dialect: Dialect): Sql {
  const value = trusted(`s.${dialect.quote(column.name)}`);
  if (column.type === 'string') return dialect.textKey(value);
  return column.type === 'datetime' ? dialect.instant(value, column.timeZone) : value;
}
