import { databaseAt, uniqueName } from '../database-at.ts';
import { type EngineUnderTest, serverAt } from '../engine-under-test.ts';
import { standardLiteral, withoutZone } from '../standard-literal.ts';
import { executeOnClickhouse } from './execute-on-clickhouse.ts';
import { startClickhouse } from './start-clickhouse.ts';

const { missing, start } = serverAt('INLAY_TEST_CLICKHOUSE_URL');
const moment = (text: string) => `'${withoutZone(text)}'`;
const nullable = (type: string) => `Nullable(${type})`;

export const clickhouse = {
  name: 'clickhouse',
  label: 'ClickHouse',
  missing,
  async find() {
    const given = process.env.INLAY_TEST_CLICKHOUSE_URL;
    const server = given ? undefined : await startClickhouse();
    const url = given ?? server?.url ?? '';
    process.env.INLAY_TEST_CLICKHOUSE_URL = url;
    const version = (await executeOnClickhouse(url, 'SELECT version()')).trim();
    const kind = server?.kind ?? 'the server at INLAY_TEST_CLICKHOUSE_URL';
    return { ranOn: `ClickHouse ${version}, ${kind}`, ...(server && { stop: server.stop }) };
  },
  server: {
    start,
    async fill(url, database, statements) {
      const own = uniqueName(database);
      await executeOnClickhouse(url, `CREATE DATABASE ${own}`);
      for (const statement of statements) await executeOnClickhouse(databaseAt(url, own), statement);
      return {
        url: databaseAt(url, own),
        drop: async () => void (await executeOnClickhouse(url, `DROP DATABASE ${own}`)),
      };
    },
  },
  sql: {
    quote: '"',
    types: {
      string: nullable('String'),
      integer: nullable('Int64'),
      number: nullable('Float64'),
      boolean: nullable('Bool'),
      date: nullable('Date32'),
      datetime: nullable("DateTime64(3, 'UTC')"),
      local: nullable("DateTime64(3, 'UTC')"),
      json: 'Dynamic',
    },
    decimal: (digits, places) => nullable(`Decimal(${digits}, ${places})`),
    nullable,
    tableSuffix: ' ENGINE = Memory',
    literal: standardLiteral({
      escapesBackslash: true,
      types: { decimal: (text) => `'${text}'`, datetime: moment, local: moment },
    }),
  },
} satisfies EngineUnderTest;
