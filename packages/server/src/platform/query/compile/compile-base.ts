import { always, type QueryColumn } from '../../rules/condition.ts';
import type { GuardedPlan } from '../guard/guard.ts';
import { columnsOfValue } from '../model/formula.ts';
import type { MeasuredValue } from '../model/formula-tree.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { compileCondition } from './compile-condition.ts';
import { compileDimension } from './compile-dimension.ts';
import { type BaseSelect, type MeasuredValues, valueName as name } from './compile-formula.ts';
import { compileFrom } from './compile-from.ts';

/**
 * The rows this viewer may see, filtered: dimensions as `k0…`, measured values as `v0…`, and where a top-N dimension
 * ranks one part only, the index of the row's `part`. Several selects rather than flags: the days of parts overlap.
 */
export function compileBase(guarded: GuardedPlan, values: MeasuredValues, dialect: Dialect): Sql {
  const selects = values.selects.map((select) => compileSelect(guarded, select, values, dialect));
  return join(selects, '\n  UNION ALL');
}

function compileSelect(
  guarded: GuardedPlan,
  { part: index, fact }: BaseSelect,
  values: MeasuredValues,
  dialect: Dialect,
): Sql {
  const { plan } = guarded;
  const part = plan.parts[index];
  const isOwn = (value: MeasuredValue) => value.part === index && (value.fact ?? '') === fact;
  const from = compileFrom(
    guarded,
    {
      fact: plan.sources.findIndex(({ path }) => path === fact),
      columns: [
        ...plan.dimensions.map(({ column }) => column),
        ...values.all.filter(isOwn).flatMap(columnsOfValue),
      ],
      filter: part?.filter ?? always,
    },
    dialect,
  );
  const { columnOf } = from;
  const selected = [
    ...plan.dimensions.map((dimension, position) => {
      const dated = dimension.column.name === part?.dated?.column.name ? part.dated : undefined;
      const key = compileDimension(dimension, columnOf(dimension.column), {
        calendar: plan.calendar,
        dialect,
        range: dated?.range ?? dimension.range,
        shift: dated?.shift,
      });
      return sql`${key} AS ${name('k', position)}`;
    }),
    ...values.all.map((value, position) => {
      const compiled = isOwn(value) ? compileValue(value, dialect, columnOf) : dialect.nullOf(typeOf(value));
      return sql`${compiled} AS ${name('v', position)}`;
    }),
    ...(plan.parts.length > 1 && plan.tops.length > 0 ? [sql`${trusted(String(index))} AS part`] : []),
  ];
  // A query that only counts rows needs no column.
  const list = selected.length === 0 ? sql`1 AS present` : join(selected, ', ');
  const where = from.where.length === 0 ? [] : [sql`WHERE ${join(from.where, '\n    AND ')}`];
  return join([trusted(''), sql`SELECT ${list}`, from.tables, ...where], '\n  ');
}

/** JSON is only counted, and not every engine can tell its kinds apart. */
const typeOf = ({ column, times }: MeasuredValue) => {
  if (times !== undefined) return 'number';
  return column === undefined || column.type === 'json' ? 'integer' : column.type;
};

function compileValue(
  { column, times, filter }: MeasuredValue,
  dialect: Dialect,
  columnOf: (column: QueryColumn) => Sql,
): Sql {
  const single = column === undefined ? sql`1` : compileColumn(column, columnOf(column), dialect);
  const value = times === undefined ? single : dialect.multiply(single, columnOf(times));
  if (filter.kind === 'always') return value;
  return sql`CASE WHEN ${compileCondition(filter, dialect, columnOf)} THEN ${value} END`;
}

function compileColumn(column: QueryColumn, source: Sql, dialect: Dialect): Sql {
  if (column.type === 'string') return dialect.textKey(source);
  if (column.type === 'json') return sql`CASE WHEN ${source} IS NOT NULL THEN 1 END`;
  return column.type === 'datetime' ? dialect.instant(source, column.timeZone) : source;
}
