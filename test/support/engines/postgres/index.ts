import pg from 'pg';
import { startPostgres } from '../../stores/start-postgres.ts';
import { databaseAt } from '../database-at.ts';
import type { EngineUnderTest } from '../engine-under-test.ts';
import { standardLiteral } from '../standard-literal.ts';

export const postgres = {
  name: 'postgres',
  label: 'PostgreSQL',
  missing: () => false,
  async find() {
    const client = new pg.Client(process.env.INLAY_TEST_POSTGRES_URL);
    await client.connect();
    const { rows } = await client.query('SHOW server_version');
    await client.end();
    return { ranOn: `PostgreSQL ${rows[0].server_version}, a server` };
  },
  server: {
    start: () => startPostgres({ isDurable: false }),
    async fill(url, database, statements) {
      const admin = new pg.Client(url);
      await admin.connect();
      await admin.query(`CREATE DATABASE ${database}`);
      await admin.end();
      const client = new pg.Client(databaseAt(url, database));
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
      return { url: databaseAt(url, database), drop: async () => {} };
    },
  },
  sql: {
    quote: '"',
    types: {
      string: 'text',
      integer: 'bigint',
      number: 'double precision',
      boolean: 'boolean',
      date: 'date',
      datetime: 'timestamptz',
      local: 'timestamp',
      json: 'jsonb',
    },
    decimal: (digits, places) => `numeric(${digits}, ${places})`,
    nullable: (type) => type,
    tableSuffix: '',
    literal: standardLiteral(),
  },
} satisfies EngineUnderTest;
