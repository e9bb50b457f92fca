import { sql, trusted } from './fragment.ts';
import type { Sql } from './sql.ts';

/** The value if it is within the bounds, otherwise null; `as` gives it its final form. */
export function within(value: Sql, low: string, high: string, as = (kept: Sql) => kept): Sql {
  return sql`(CASE WHEN ${value} BETWEEN ${trusted(low)} AND ${trusted(high)} THEN ${as(value)} END)`;
}
