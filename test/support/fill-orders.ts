import { randomUUID } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { readUrl } from '../../packages/server/test/platform/engines/engine-fixture.ts';
import { executeOnTrino } from '../../packages/server/test/platform/engines/execute-on-trino.ts';
import { executeOnClickhouse } from './engines/execute-on-clickhouse.ts';

/** One row of the table `orders`: marker, account, owner, number, amount, day, nothing. */
export type OrderRow = readonly [string, string, string, number, number, string, string];

/** The database with the table `orders` that this URL now names; `drop` removes it. */
export interface FilledDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database on the server at the URL and fills its table `orders`. */
export const FILL_ORDERS = {
  async postgres(url: string, database: string, rows: readonly OrderRow[]): Promise<FilledDatabase> {
    const admin = new pg.Client(url);
    await admin.connect();
    await admin.query(`CREATE DATABASE ${database}`);
    await admin.end();
    const client = new pg.Client(at(url, database));
    await client.connect();
    await client.query(ddl);
    await client.query(insert(rows));
    await client.end();
    return { url: at(url, database), drop: async () => {} };
  },

  async mysql(url: string, database: string, rows: readonly OrderRow[]): Promise<FilledDatabase> {
    const client = await createConnection(url);
    for (const statement of [
      `CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
      `USE ${database}`,
      ddl,
      insert(rows),
    ])
      await client.query(statement);
    await client.end();
    return { url: at(url, database), drop: async () => {} };
  },

  async clickhouse(url: string, database: string, rows: readonly OrderRow[]): Promise<FilledDatabase> {
    const own = unique(database);
    await executeOnClickhouse(url, `CREATE DATABASE ${own}`);
    await executeOnClickhouse(at(url, own), `${ddl} ENGINE = Memory`);
    await executeOnClickhouse(at(url, own), insert(rows));
    return {
      url: at(url, own),
      drop: async () => void (await executeOnClickhouse(url, `DROP DATABASE ${own}`)),
    };
  },

  async trino(url: string, database: string, rows: readonly OrderRow[]): Promise<FilledDatabase> {
    const given = readUrl('trino', url);
    const own = unique(database);
    const path = `${given.database.split('/')[0]}/${own}`;
    const network = { ...given, database: path };
    await executeOnTrino(given, `CREATE SCHEMA ${own}`);
    await executeOnTrino(network, ddl);
    await executeOnTrino(network, insert(rows, 'DATE '));
    return {
      url: at(url, path),
      async drop() {
        await executeOnTrino(network, 'DROP TABLE orders');
        await executeOnTrino(given, `DROP SCHEMA ${own}`);
      },
    };
  },
} as const;

const ddl =
  'CREATE TABLE orders (marker varchar(40), account varchar(40), owner varchar(60), number integer, amount integer, day date, nothing varchar(10))';

function insert(rows: readonly OrderRow[], dateMark = ''): string {
  const values = rows.map(
    ([marker, account, owner, number, amount, day, nothing]) =>
      `('${marker}', '${account}', '${owner}', ${number}, ${amount}, ${dateMark}'${day}', '${nothing}')`,
  );
  return `INSERT INTO orders VALUES ${values.join(', ')}`;
}

/** The server may be a shared one, so no name on it is reused. */
const unique = (name: string) => `${name}_${randomUUID().slice(0, 8)}`;

function at(url: string, database: string): string {
  const own = new URL(url);
  own.pathname = `/${database}`;
  return own.href;
}
