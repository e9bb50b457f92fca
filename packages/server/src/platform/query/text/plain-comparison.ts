import type { Literal } from '../../rules/typed-literal.ts';
import { join, sql } from './fragment.ts';
import type { Sql } from './sql.ts';

/** `left = v` or `left IN (v, w)`, and the opposites, over values already in the engine's form. */
export function oneOf(left: Sql, values: readonly Sql[]): Sql {
  const [first] = values;
  if (first !== undefined && values.length === 1) return sql`${left} = ${first}`;
  return sql`${left} IN (${join(values, ', ')})`;
}

export function noneOf(left: Sql, values: readonly Sql[]): Sql {
  const [first] = values;
  if (first !== undefined && values.length === 1) return sql`${left} <> ${first}`;
  return sql`${left} NOT IN (${join(values, ', ')})`;
}

export function bound(literals: readonly Literal[]): readonly Sql[] {
  return literals.map((literal) => sql`${literal}`);
}

export function isText(literals: readonly Literal[]): boolean {
  return literals[0]?.type === 'string';
}
