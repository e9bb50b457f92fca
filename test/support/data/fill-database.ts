import { randomUUID } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { readUrl } from '../../../packages/server/test/platform/engines/engine-fixture.ts';
import { executeOnTrino } from '../../../packages/server/test/platform/engines/execute-on-trino.ts';
import { executeOnClickhouse } from '../engines/execute-on-clickhouse.ts';

/** The database that this URL now names; `drop` removes it. */
export interface FilledDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database on the server at the URL and runs statements in it. */
export const FILL_DATABASE = {
  async postgres(url: string, database: string, statements: readonly string[]): Promise<FilledDatabase> {
    const admin = new pg.Client(url);
    await admin.connect();
    await admin.query(`CREATE DATABASE ${database}`);
    await admin.end();
    const client = new pg.Client(at(url, database));
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
    return { url: at(url, database), drop: async () => {} };
  },

  async mysql(url: string, database: string, statements: readonly string[]): Promise<FilledDatabase> {
    const client = await createConnection({ uri: url, charset: 'utf8mb4' });
    for (const statement of [
      `CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
      `USE ${database}`,
      ...statements,
    ])
      await client.query(statement);
    await client.end();
    return { url: at(url, database), drop: async () => {} };
  },

  async clickhouse(url: string, database: string, statements: readonly string[]): Promise<FilledDatabase> {
    const own = unique(database);
    await executeOnClickhouse(url, `CREATE DATABASE ${own}`);
    for (const statement of statements) await executeOnClickhouse(at(url, own), statement);
    return {
      url: at(url, own),
      drop: async () => void (await executeOnClickhouse(url, `DROP DATABASE ${own}`)),
    };
  },

  async trino(url: string, database: string, statements: readonly string[]): Promise<FilledDatabase> {
    const given = readUrl('trino', url);
    const own = unique(database);
    const path = `${given.database.split('/')[0]}/${own}`;
    const network = { ...given, database: path };
    await executeOnTrino(given, `CREATE SCHEMA ${own}`);
    for (const statement of statements) await executeOnTrino(network, statement);
    return {
      url: at(url, path),
      async drop() {
        for (const [, table] of statements.join('\n').matchAll(/^CREATE TABLE (\w+)/gm))
          await executeOnTrino(network, `DROP TABLE ${table}`);
        await executeOnTrino(given, `DROP SCHEMA ${own}`);
      },
    };
  },
} as const;

/** The server may be a shared one, so no name on it is reused. */
const unique = (name: string) => `${name}_${randomUUID().slice(0, 8)}`;

function at(url: string, database: string): string {
  const own = new URL(url);
  own.pathname = `/${database}`;
  return own.href;
}
