import type { DatasetColumn } from '@inlay/protocol/dataset';
import { allOf, always, type Condition } from '../../rules/condition.ts';
import type { Shift } from '../../time/calendar-date.ts';
import { aggregatesOf } from '../formula.ts';
import type { Formula } from '../formula-tree.ts';
import type { GuardedPlan } from '../guard.ts';
import { MAX_LONG_ROWS, type Plan, type PlannedTop } from '../plan.ts';
import { compileCondition } from './compile-condition.ts';
import { compileDimension } from './compile-dimension.ts';
import { type Aggregation, compileFormula, numberForMedians, valueName } from './compile-formula.ts';
import { compileSource } from './compile-source.ts';
import type { Dialect } from './dialect.ts';
import { type CompiledStatement, join, render, sql, trusted } from './fragment.ts';
import type { Sql } from './sql.ts';

/**
 * The statement for a guarded plan. Its columns are `d0…` for dimensions, `o0…` (1 on the row that
 * gathers the rest of a top-N dimension), `m0…` for measures and `p0…` for measures of the compared period.
 *
 *     WITH base AS (the rows this viewer may see, filtered; dimensions as k0…, measured columns as v0…)
 *     [, top0 AS (the largest values of a dimension), ranked AS (base with the others put together)]
 *     SELECT … FROM base GROUP BY k0… ORDER BY … LIMIT …
 */
export function compile(guarded: GuardedPlan, dialect: Dialect): CompiledStatement {
  return render(compilePlan(guarded, dialect), dialect);
}

function compilePlan(guarded: GuardedPlan, dialect: Dialect): Sql {
  const { plan } = guarded;
  const columns = measuredColumns(plan);
  const ctes = [sql`base AS (${compileBase(guarded, columns, dialect)}\n)`];
  const compared = plan.comparison !== undefined;
  plan.tops.forEach((top, index) => {
    ctes.push(sql`${name('top', index)} AS (${compileTop(top, columns, compared, dialect)})`);
  });
  if (plan.tops.length > 0) ctes.push(sql`ranked AS (${compileRanked(plan, columns, dialect)})`);

  const keys = plan.dimensions.map((_, index) => name('k', index));
  const flags = plan.tops.flatMap((top, index) => (top.others ? [name('o', index)] : []));
  const groups = [...keys, ...flags];
  const aggregation: Aggregation = { columns, dialect, compared };
  const formulas = plan.measures.map((measure) => measure.formula);
  const from = numberForMedians(
    trusted(plan.tops.length > 0 ? 'ranked' : 'base'),
    groups,
    formulas,
    aggregation,
  );

  const selected = [
    ...plan.dimensions.map((dimension, index) => {
      const key = name('k', index);
      return sql`${dimension.type === 'string' ? dialect.fromTextKey(key) : key} AS ${name('d', index)}`;
    }),
    ...flags,
    ...formulas.map(
      (formula, index) => sql`${compileFormula(formula, aggregation, 0)} AS ${name('m', index)}`,
    ),
    ...(compared
      ? formulas.map(
          (formula, index) => sql`${compileFormula(formula, aggregation, 1)} AS ${name('p', index)}`,
        )
      : []),
  ];
  const order = orderOf(plan, aggregation);
  return join(
    [
      sql`WITH ${join(ctes, ',\n')}`,
      sql`SELECT ${join(selected, ', ')}`,
      sql`FROM ${from}`,
      ...(groups.length === 0 ? [] : [sql`GROUP BY ${join(groups, ', ')}`]),
      ...(order.length === 0 ? [] : [sql`ORDER BY ${join(order, ', ')}`]),
      sql`LIMIT ${trusted(String(rowLimit(plan)))}`,
    ],
    '\n',
  );
}

/** One row more than is shown reveals whether there are more; a pivot's rows are long until they are pivoted. */
function rowLimit(plan: Plan): number {
  if (plan.pivot === undefined) return plan.limit + 1;
  const top = plan.tops.find((candidate) => candidate.dimension === plan.pivot);
  return Math.min(MAX_LONG_ROWS, plan.limit * ((top?.count ?? 0) + 1)) + 1;
}

function compileBase(guarded: GuardedPlan, columns: readonly DatasetColumn[], dialect: Dialect): Sql {
  const { plan } = guarded;
  const { comparison } = plan;
  const part = (period: Condition, flag: string | undefined, shift: Shift | undefined): Sql => {
    const selected = [
      ...plan.dimensions.map((dimension, index) => {
        const moved = comparison !== undefined && dimension.column.name === comparison.column.name;
        const key = compileDimension(dimension, columnOf(dimension.column), {
          calendar: plan.calendar,
          dialect,
          range: moved ? comparison.range : dimension.range,
          shift: moved ? shift : undefined,
        });
        return sql`${key} AS ${name('k', index)}`;
      }),
      ...columns.map((column, index) => sql`${compileValue(column)} AS ${name('v', index)}`),
      ...(flag === undefined ? [] : [sql`${trusted(flag)} AS period`]),
    ];
    // A query that only counts rows needs no column.
    const list = selected.length === 0 ? sql`1 AS present` : join(selected, ', ');
    const where = [guarded.rows, allOf([plan.filter, period])]
      .filter((condition) => condition.kind !== 'always')
      .map((condition) => compileCondition(condition, dialect, columnOf));
    const conditions = where.length === 0 ? [] : [sql`WHERE ${join(where, '\n    AND ')}`];
    return join(
      [
        trusted(''),
        sql`SELECT ${list}`,
        sql`FROM ${compileSource(plan.dataset.source, guarded.template, dialect)} AS s`,
        ...conditions,
      ],
      '\n  ',
    );
  };
  const columnOf = (column: DatasetColumn) => trusted(`s.${dialect.quote(column.name)}`);
  const compileValue = (column: DatasetColumn) => {
    if (column.type === 'string') return dialect.textKey(columnOf(column));
    return column.type === 'datetime' ? dialect.instant(columnOf(column), column.timeZone) : columnOf(column);
  };
  if (comparison === undefined) return part(always, undefined, undefined);
  // Two selects rather than one flag: the periods overlap when a range is longer than what it is shifted by.
  return sql`${part(comparison.current, '0', undefined)}\n  UNION ALL${part(comparison.previous, '1', comparison.shift)}`;
}

function compileTop(
  top: PlannedTop,
  columns: readonly DatasetColumn[],
  compared: boolean,
  dialect: Dialect,
): Sql {
  const key = name('k', top.dimension);
  const aggregation: Aggregation = { columns, dialect, compared };
  const from = numberForMedians(trusted('base'), [key], [top.by], aggregation);
  const value = compileFormula(top.by, aggregation, 0);
  const current = compared ? sql` WHERE period = 0` : sql``;
  return join(
    [
      trusted(''),
      sql`SELECT ${key} AS top_key, 1 AS hit`,
      sql`FROM ${from}${current} GROUP BY ${key}`,
      sql`ORDER BY ${dialect.orderBy(value, 'desc')}, ${dialect.orderBy(key, 'asc')}`,
      sql`LIMIT ${trusted(String(top.count))}\n`,
    ],
    '\n  ',
  );
}

function compileRanked(plan: Plan, columns: readonly DatasetColumn[], dialect: Dialect): Sql {
  const keys = plan.dimensions.map((_, index) => {
    const key = sql`b.${name('k', index)}`;
    const top = plan.tops.findIndex((candidate) => candidate.dimension === index && candidate.others);
    const kept = top < 0 ? key : sql`CASE WHEN ${name('t', top)}.hit = 1 THEN ${key} END`;
    return sql`${kept} AS ${name('k', index)}`;
  });
  const flags = plan.tops.flatMap((top, index) =>
    top.others ? [sql`CASE WHEN ${name('t', index)}.hit = 1 THEN 0 ELSE 1 END AS ${name('o', index)}`] : [],
  );
  const values = columns.map((_, index) => sql`b.${name('v', index)} AS ${name('v', index)}`);
  const period = plan.comparison === undefined ? [] : [sql`b.period AS period`];
  const joins = plan.tops.map((top, index) => {
    const table = name('t', index);
    const same = dialect.sameKey(sql`b.${name('k', top.dimension)}`, sql`${table}.top_key`);
    return sql`${trusted(top.others ? 'LEFT JOIN' : 'JOIN')} ${name('top', index)} AS ${table} ON ${same}`;
  });
  const selected = join([...keys, ...flags, ...values, ...period], ', ');
  return join([trusted(''), sql`SELECT ${selected}`, sql`FROM base AS b`, ...joins], '\n  ');
}

function orderOf(plan: Plan, aggregation: Aggregation): readonly Sql[] {
  const others = (dimension: number) =>
    plan.tops.flatMap((top, index) =>
      top.others && top.dimension === dimension ? [sql`${name('o', index)} ASC`] : [],
    );
  // The row of the others ends the list; among several dimensions it ends its own dimension.
  const first = plan.dimensions.length === 1 ? others(0) : [];
  const rest = plan.sort.flatMap(({ kind, index, direction }) => {
    if (kind === 'dimension') {
      const key = aggregation.dialect.orderBy(name('k', index), direction);
      return first.length === 0 ? [...others(index), key] : [key];
    }
    const measure = plan.measures[index];
    if (measure === undefined) return [];
    // The aggregate itself: MariaDB refuses its alias inside an expression.
    return [aggregation.dialect.orderBy(compileFormula(measure.formula, aggregation, 0), direction)];
  });
  return [...first, ...rest];
}

/** Every column that a measure aggregates, once, in the order of their first use. */
function measuredColumns(plan: Plan): readonly DatasetColumn[] {
  const formulas: readonly Formula[] = [
    ...plan.measures.map((measure) => measure.formula),
    ...plan.tops.map((top) => top.by),
  ];
  const columns = formulas.flatMap(aggregatesOf).map((aggregate) => aggregate.column);
  return [...new Map(columns.map((column) => [column.name, column])).values()];
}

const name = valueName;
