import { always, type QueryColumn } from '../../rules/condition.ts';
import type { GuardedRows } from '../guard/guard.ts';
import { type PlannedMark, readColumns } from '../plan/plan-rows.ts';
import type { Dialect } from '../text/dialect.ts';
import { type CompiledStatement, join, render, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { compileCondition, isNoneOf } from './compile-condition.ts';
import { compileDimension } from './compile-dimension.ts';
import { valueName as name } from './compile-formula.ts';
import { type CompiledFrom, compileFrom } from './compile-from.ts';

export interface RowsStatements {
  /** Columns `c0…`; one row more than can be shown reveals whether there are more. */
  readonly rows: CompiledStatement;
  /** How many there are, as `total`. */
  readonly count: CompiledStatement;
}

/**
 * The rows behind a mark. They are chosen by the expressions that the query groups by, so that they are exactly those that
 * its engine counted: the days of a bucket, the hour that a clock repeats in autumn, the missing value (ADR 292).
 */
export function compileRows(guarded: GuardedRows, dialect: Dialect): RowsStatements {
  const { rows, query } = guarded;
  const { plan, part, fact, columns } = rows;
  const from = compileFrom(
    query,
    {
      fact: plan.sources.findIndex(({ path }) => path === fact),
      columns: [...columns, ...rows.marks.map(({ dimension }) => dimension.column), ...readColumns(rows)],
      filter: plan.parts[part]?.filter ?? always,
    },
    dialect,
  );
  const conditions = [
    ...from.where,
    ...rows.marks.map((mark) => compileMark(guarded, mark, from, dialect)),
    ...compileReads(guarded, from, dialect),
  ];
  const where = conditions.length === 0 ? [] : [sql`WHERE ${join(conditions, '\n  AND ')}`];
  const selected = columns.map(
    (column, index) => sql`${compileCell(column, from, dialect)} AS ${name('c', index)}`,
  );
  const order = orderOf(guarded, from, dialect);
  return {
    rows: render(
      join(
        [
          sql`SELECT ${join(selected, ', ')}`,
          from.tables,
          ...where,
          ...(order.length === 0 ? [] : [sql`ORDER BY ${join(order, ', ')}`]),
          sql`LIMIT ${trusted(String(rows.limit + 1))}`,
        ],
        '\n',
      ),
      dialect,
    ),
    count: render(join([sql`SELECT COUNT(*) AS total`, from.tables, ...where], '\n'), dialect),
  };
}

function compileCell(column: QueryColumn, { columnOf }: CompiledFrom, dialect: Dialect): Sql {
  const source = columnOf(column);
  if (column.type === 'string') return dialect.fromTextKey(dialect.textKey(source));
  return column.type === 'datetime' ? dialect.instant(source, column.timeZone) : source;
}

/** The order of masked values would tell which of them are greater, so they take no part in it. */
function orderOf({ rows, views }: GuardedRows, { columnOf }: CompiledFrom, dialect: Dialect): readonly Sql[] {
  const { sort, columns } = rows;
  const shown = columns.filter(
    (column, index) => views[index]?.show === 'value' && column.type !== 'json' && column !== sort?.column,
  );
  const key = (column: QueryColumn) =>
    column.type === 'string' ? dialect.textKey(columnOf(column)) : columnOf(column);
  return [
    ...(sort ? [dialect.orderBy(key(sort.column), sort.direction)] : []),
    ...shown.map((column) => dialect.orderBy(key(column), 'asc')),
  ];
}

function compileMark(
  { rows: { plan, part } }: GuardedRows,
  { dimension, operator, literals, withNull }: PlannedMark,
  { columnOf }: CompiledFrom,
  dialect: Dialect,
): Sql {
  const { column, grain, range } = dimension;
  const { dated } = plan.parts[part] ?? {};
  const moved = dated?.column.name === column.name ? dated : undefined;
  const key =
    grain === undefined && moved?.shift === undefined
      ? columnOf(column)
      : compileDimension(dimension, columnOf(column), {
          calendar: plan.calendar,
          dialect,
          range: moved?.range ?? range,
          shift: moved?.shift,
        });
  const isNull = sql`${key} IS NULL`;
  if (operator === 'in') {
    const parts = [
      ...(literals.length === 0 ? [] : [dialect.isOneOf(key, literals)]),
      ...(withNull ? [isNull] : []),
    ];
    return sql`(${join(parts, ' OR ')})`;
  }
  if (literals.length === 0) return sql`${key} IS NOT NULL`;
  const none = isNoneOf(key, literals, dialect);
  return withNull ? none : sql`(${none} OR ${isNull})`;
}

function compileReads(
  { rows: { reads } }: GuardedRows,
  { columnOf }: CompiledFrom,
  dialect: Dialect,
): readonly Sql[] {
  if (reads.length === 0) return [];
  const alternatives = reads.map(({ filter, column }) => {
    const parts = [
      ...(filter.kind === 'always' ? [] : [compileCondition(filter, dialect, columnOf)]),
      ...(column === undefined ? [] : [sql`${columnOf(column)} IS NOT NULL`]),
    ];
    return sql`(${join(parts, ' AND ')})`;
  });
  return [sql`(${join(alternatives, ' OR ')})`];
}
