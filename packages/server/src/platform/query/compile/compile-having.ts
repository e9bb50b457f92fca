import type { Literal } from '../../rules/typed-literal.ts';
import type { PlannedHaving } from '../plan/plan-measures.ts';
import { sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';

const signs = {
  equals: '=',
  'not-equals': '<>',
  less: '<',
  'less-or-equal': '<=',
  greater: '>',
  'greater-or-equal': '>=',
} as const;

/** A condition on a measure of the result. A measure without a value matches only `is-not-set`. */
export function compileHaving({ operator, literals }: PlannedHaving, measure: Sql): Sql {
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
