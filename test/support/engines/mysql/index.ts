import mysql2 from 'mysql2/promise';
import { skipWithoutMariadb, startMariadb } from '../../stores/start-mariadb.ts';
import { databaseAt } from '../database-at.ts';
import type { EngineUnderTest } from '../engine-under-test.ts';
import { standardLiteral, withoutZone } from '../standard-literal.ts';

const moment = (text: string) => `'${withoutZone(text)}'`;

/** MariaDB stands for MySQL. */
export const mysql = {
  name: 'mysql',
  label: 'MariaDB',
  missing: () => skipWithoutMariadb,
  async find() {
    if (skipWithoutMariadb) throw new Error(skipWithoutMariadb);
    const server = await startMariadb();
    const client = await mysql2.createConnection(server.url);
    const [rows] = await client.query({ sql: 'SELECT version()', rowsAsArray: true });
    await client.end();
    await server.stop();
    return { ranOn: `${(rows as unknown as readonly string[][])[0]?.[0]}, a server` };
  },
  server: {
    start: () => startMariadb(),
    async fill(url, database, statements) {
      const client = await mysql2.createConnection({ uri: url, charset: 'utf8mb4' });
      for (const statement of [
        `CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
        `USE ${database}`,
        ...statements,
      ])
        await client.query(statement);
      await client.end();
      return { url: databaseAt(url, database), drop: async () => {} };
    },
  },
  sql: {
    quote: '`',
    types: {
      string: 'VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci',
      integer: 'BIGINT',
      number: 'DOUBLE',
      boolean: 'BOOLEAN',
      date: 'DATE',
      datetime: 'DATETIME(6)',
      local: 'DATETIME(6)',
      json: 'JSON',
    },
    decimal: (digits, places) => `DECIMAL(${digits}, ${places})`,
    nullable: (type) => type,
    tableSuffix: '',
    literal: standardLiteral({ escapesBackslash: true, types: { datetime: moment, local: moment } }),
  },
} satisfies EngineUnderTest;
