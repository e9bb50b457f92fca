import { type RawBuilder, sql } from 'kysely';
import type { Queries } from './store.ts';

type ColumnTypes = Readonly<Record<string, 'text' | 'bigint'>>;

/**
 * Many rows as one parameter: a JSON array that both engines can read from like a table. A batch of any size is
 * then one statement with one text, which stays prepared.
 */
export function jsonRows(
  engine: Queries['engine'],
  alias: string,
  columns: ColumnTypes,
  json: string,
): RawBuilder<unknown> {
  const names = Object.entries(columns);
  if (engine === 'postgres') {
    const typed = sql.join(names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
    return sql`jsonb_to_recordset(${json}::jsonb) as ${sql.ref(alias)}(${typed})`;
  }
  const picked = sql.join(names.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`));
  return sql`(select ${picked} from json_each(${json})) as ${sql.ref(alias)}`;
}
