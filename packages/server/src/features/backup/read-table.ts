import { sql } from 'kysely';
import type { Queries } from '../../platform/store/store.ts';
import { TABLES, type TableName } from '../../platform/store/tables.ts';

/** The tables hold texts, numbers and nothing else, on both engines. */
export type Row = Readonly<Record<string, string | number | null>>;

const portion = 200;

/** Reads a table by its key, a portion at a time: a million rows never are in memory at once. */
export async function* readTable(queries: Queries, table: TableName): AsyncGenerator<readonly Row[]> {
  const key: readonly string[] = TABLES[table].key;
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let beyond = sql``;
  for (;;) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} ${beyond} order by ${columns} limit ${portion}
    `.execute(queries.everyTenant);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    beyond = sql`where (${columns}) > (${sql.join(key.map((name) => last[name]))})`;
  }
}
