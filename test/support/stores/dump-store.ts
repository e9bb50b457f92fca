import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestStore } from '../server/start-inlay.ts';

/** Everything a thief of the store would hold, as text: to look for what must not be in it. */
export async function dumpStore({ env }: TestStore): Promise<string> {
  const folder = env.INLAY_DATA_DIR ?? '';
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  const tables = env.INLAY_DATABASE_URL === undefined ? [] : await dumpTables(env.INLAY_DATABASE_URL);
  return [...files, ...tables].join('\n');
}

async function dumpTables(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    );
    const lines: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      lines.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return lines;
  } finally {
    await client.end();
  }
}
