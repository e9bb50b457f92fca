import type { Literal } from '../../rules/typed-literal.ts';
import type { GuardedPlan } from '../guard/guard.ts';
import { formulaInGaps } from '../model/formula.ts';
import type { Formula } from '../model/formula-tree.ts';
import { maxEngineRows, type Plan } from '../plan/plan.ts';
import type { PlannedHaving } from '../plan/plan-measures.ts';
import type { Dialect } from '../text/dialect.ts';
import { type CompiledStatement, join, render, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { compileBase } from './compile-base.ts';
import { aggregationOf, valueName as name, orderKey } from './compile-formula.ts';
import { compileClips, compileRanked, compileTops, isFlagged } from './compile-tops.ts';
import { compileGroups } from './compile-windows.ts';

/**
 * The statement for a guarded plan. Its columns are `d0…` for dimensions, `o0…` (1 on the row that
 * gathers the rest of a top-N dimension), `gap` (1 on added buckets), `m0…` for measures and `p0…` for measures of the compared period. `e0…` and `f0…` are the
 * values of these where there are no rows, for measures that combine those that go on there with others.
 *
 *     WITH base AS (the rows this viewer may see, filtered; dimensions as k0…, measured values as v0…)
 *     [, top0 AS (the largest values of a dimension), ranked AS (base with the others put together)]
 *     SELECT … FROM base GROUP BY k0… ORDER BY … LIMIT …
 *
 * Measures that compare groups, and conditions on measures, take further steps in between.
 */
export function compile(guarded: GuardedPlan, dialect: Dialect): CompiledStatement {
  return render(compilePlan(guarded, dialect), dialect);
}

function compilePlan(guarded: GuardedPlan, dialect: Dialect): Sql {
  const { plan } = guarded;
  const aggregation = aggregationOf(plan, dialect);
  const ctes = [...compileBase(guarded, aggregation), ...compileTops(plan, aggregation)];
  if (plan.tops.length > 0) ctes.push(sql`ranked AS (${compileRanked(plan, aggregation)})`);

  const dimensions = plan.dimensions.map((_, index) => index);
  const flags = plan.tops.flatMap((top, index) =>
    top.others ? [{ column: name('o', index), dimension: top.dimension }] : [],
  );
  const kept = plan.tops.flatMap((top, index) =>
    !top.others && isFlagged(plan, index) ? [sql`${name('o', index)} = 0`] : [],
  );
  const inGaps = plan.measures.flatMap(({ axis, formula, previous }, index) =>
    axis !== undefined && plan.dimensions[axis]?.fillGaps
      ? [
          ...columnInGaps(name('e', index), formula),
          ...(previous ? columnInGaps(name('f', index), previous) : []),
        ]
      : [],
  );
  const measures = plan.measures.map(({ formula }) => formula);
  const previous = plan.measures.flatMap((measure) => measure.previous ?? []);
  const conditions = plan.having.map(({ formula }) => formula);
  const groups = compileGroups(
    {
      plan,
      source: plan.tops.length > 0 ? 'ranked' : 'base',
      prefix: '',
      dimensions,
      flags,
      where: kept,
      clips: compileClips(plan, dimensions),
      present: plan.present,
      formulas: [...measures, ...previous, ...inGaps.map(({ formula }) => formula), ...conditions],
    },
    aggregation,
  );
  ctes.push(...groups.ctes);
  const columns = [
    ...measures.map((_, index) => name('m', index)),
    ...previous.map((_, index) => name('p', index)),
    ...inGaps.map(({ column }) => column),
  ];
  const results = groups.expressions.slice(0, columns.length);
  const where = plan.having.map((having, index) => compileHaving(having, name('h', index)));
  // Otherwise the groups are the result.
  const isStaged = where.length > 0 || groups.ctes.length > 0;
  const named = (expressions: readonly Sql[], names: readonly Sql[]) =>
    expressions.map((expression, index) => sql`${expression} AS ${names[index] as Sql}`);
  const shown = [
    ...plan.dimensions.map((dimension, index) => {
      const key = name('k', index);
      return sql`${dimension.type === 'string' ? dialect.fromTextKey(key) : key} AS ${name('d', index)}`;
    }),
    ...flags.map(({ column }) => column),
    ...(groups.gap ? [groups.gap] : []),
    ...(isStaged ? columns : named(results, columns)),
  ];
  if (isStaged) {
    const hidden = named(
      groups.expressions.slice(columns.length),
      conditions.map((_, index) => name('h', index)),
    );
    const keys = [
      ...dimensions.map((index) => name('k', index)),
      ...flags.map(({ column }) => column),
      ...(groups.gap ? [groups.gap] : []),
    ];
    const list = join([...keys, ...named(results, columns), ...hidden], ', ');
    ctes.push(sql`measured AS (${join([trusted(''), sql`SELECT ${list}`, ...groups.from], '\n  ')}\n)`);
  }
  // The aggregate itself: MariaDB refuses its alias inside an expression.
  const order = orderOf(plan, isStaged ? columns : results, groups.gap, dialect);
  return join(
    [
      sql`WITH ${join(ctes, ',\n')}`,
      sql`SELECT ${join(shown, ', ')}`,
      ...(isStaged ? [sql`FROM measured`] : groups.from),
      ...(where.length === 0 ? [] : [sql`WHERE ${join(where, ' AND ')}`]),
      ...(order.length === 0 ? [] : [sql`ORDER BY ${join(order, ', ')}`]),
      // One row more reveals whether there are more.
      sql`LIMIT ${trusted(String(maxEngineRows(plan) + 1))}`,
    ],
    '\n',
  );
}

/** Nothing if buckets without rows have the value of the formula itself. */
function columnInGaps(
  column: Sql,
  of: Formula,
): readonly { readonly column: Sql; readonly formula: Formula }[] {
  const formula = formulaInGaps(of);
  return JSON.stringify(formula) === JSON.stringify(of) ? [] : [{ column, formula }];
}

function orderOf(
  plan: Plan,
  measures: readonly Sql[],
  gap: Sql | undefined,
  dialect: Dialect,
): readonly Sql[] {
  const others = (dimension: number) =>
    plan.tops.flatMap((top, index) =>
      top.others && top.dimension === dimension ? [sql`${name('o', index)} ASC`] : [],
    );
  // The row of the others ends the list; among several dimensions it ends its own dimension.
  const first = plan.dimensions.length === 1 ? others(0) : [];
  const rest = plan.sort.flatMap(({ kind, index, direction }) => {
    if (kind === 'dimension') {
      const key = dialect.orderBy(name('k', index), direction);
      return first.length === 0 ? [...others(index), key] : [key];
    }
    const formula = plan.measures[index]?.formula;
    // A measure without values is a constant, by which engines refuse to sort.
    if (formula === undefined || formula.kind === 'nothing') return [];
    const key = orderKey(formula, measures[index] as Sql, dialect);
    if (gap === undefined) return [dialect.orderBy(key, direction)];
    // What a gap shows is not known yet, so gaps come after rows.
    return [sql`${gap} ASC`, dialect.orderBy(sql`CASE WHEN ${gap} = 0 THEN ${key} END`, direction)];
  });
  return [...first, ...rest];
}

const signs = {
  equals: '=',
  'not-equals': '<>',
  less: '<',
  'less-or-equal': '<=',
  greater: '>',
  'greater-or-equal': '>=',
} as const;

/** A condition on a measure of the result. A measure without a value matches only `is-not-set`. */
function compileHaving({ operator, literals }: PlannedHaving, measure: Sql): Sql {
  const [first, second] = literals as readonly [Literal, Literal];
  switch (operator) {
    case 'is-set':
      return sql`${measure} IS NOT NULL`;
    case 'is-not-set':
      return sql`${measure} IS NULL`;
    case 'between':
      return sql`(${measure} >= ${first} AND ${measure} <= ${second})`;
    default:
      return sql`${measure} ${trusted(signs[operator])} ${first}`;
  }
}
