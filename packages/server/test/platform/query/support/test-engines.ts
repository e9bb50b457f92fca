import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Cell, ColumnType } from '@inlay/protocol/result';
import mysql2 from 'mysql2/promise';
import pg from 'pg';
import { executeOnClickhouse } from '../../../../../../test/support/engines/clickhouse/execute-on-clickhouse.ts';
import { postgresStore } from '../../../../../../test/support/server/start-inlay.ts';
import { startMariadb } from '../../../../../../test/support/stores/start-mariadb.ts';
import type { Engine, EngineResult, Statement } from '../../../../src/platform/engines/engine.ts';
import type { EngineName } from '../../../../src/platform/engines/engines.ts';
import type { Plan } from '../../../../src/platform/query/plan/plan.ts';
import type { RowsPlan } from '../../../../src/platform/query/plan/plan-rows.ts';
import { openLocal, readUrl } from '../../engines/engine-fixture.ts';
import { executeOnTrino } from '../../engines/execute-on-trino.ts';

/** A real database with the fixture in it, asked with compiled statements; cells come back as the protocol has them. */
export interface TestEngine {
  readonly name: EngineName;
  execute(sql: string): Promise<void>;
  answer(statement: Statement, plan: Planned): Promise<EngineResult>;
  close(): Promise<void>;
}

/** Of groups or of rows. */
type Planned = Plan | RowsPlan;

type RawRows = readonly (readonly unknown[])[];
interface RawResult {
  readonly names: readonly string[];
  readonly rows: RawRows;
}

export async function openDuckdb(): Promise<TestEngine> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run('SET ieee_floating_point_ops = false');
  return {
    name: 'duckdb',
    execute: async (sql) => void (await connection.run(sql)),
    answer: async ({ sql, params }, plan) => {
      const reader = await connection.runAndReadAll(sql, [...params]);
      return cells({ names: reader.columnNames(), rows: reader.getRowsJson() }, plan);
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export async function openPostgres(): Promise<TestEngine> {
  const { env, drop } = await postgresStore();
  const client = new pg.Client({
    connectionString: env.INLAY_DATABASE_URL,
    types: { getTypeParser: () => (value: string) => value },
  });
  await client.connect();
  await client.query("SET TIME ZONE 'UTC'");
  return {
    name: 'postgres',
    execute: async (sql) => void (await client.query(sql)),
    answer: async ({ sql, params }, plan) => {
      const result = await client.query({ text: sql, values: [...params], rowMode: 'array' });
      return cells({ names: result.fields.map((field) => field.name), rows: result.rows as RawRows }, plan);
    },
    close: async () => {
      await client.end();
      await drop();
    },
  };
}

let mariadb: ReturnType<typeof startOneMariadb> | undefined;

/** One for all files of the process, with which it ends: starting it takes longer than most of them. */
async function startOneMariadb() {
  const server = await startMariadb();
  const connection = await mysql2.createConnection({ uri: server.url, charset: 'utf8mb4' });
  await loadTimeZones(connection);
  await connection.end();
  return server;
}

export async function openMariadb(): Promise<TestEngine> {
  mariadb ??= startOneMariadb();
  const server = await mariadb;
  const connection = await mysql2.createConnection({
    uri: server.url,
    charset: 'utf8mb4',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    timezone: 'Z',
  });
  const database = `orders_${randomUUID().replaceAll('-', '')}`;
  await connection.query(`CREATE DATABASE ${database}`);
  await connection.query(`USE ${database}`);
  await connection.query("SET time_zone = '+00:00'");
  return {
    name: 'mysql',
    execute: async (sql) => void (await connection.query(sql)),
    answer: async ({ sql, params }, plan) => {
      const [rows, fields] = await connection.execute({ sql, rowsAsArray: true }, [...params]);
      return cells({ names: fields.map((field) => field.name), rows: rows as unknown as RawRows }, plan);
    },
    close: async () => {
      await connection.query(`DROP DATABASE ${database}`);
      await connection.end();
    },
  };
}

/** The server at `INLAY_TEST_CLICKHOUSE_URL`, with a database of its own. */
export async function openClickhouse(): Promise<TestEngine> {
  const url = new URL(process.env.INLAY_TEST_CLICKHOUSE_URL ?? '');
  const database = `orders_${randomUUID().replaceAll('-', '')}`;
  await executeOnClickhouse(url.href, `CREATE DATABASE ${database}`);
  url.pathname = database;
  const engine = await openLocal(readUrl('clickhouse', url.href));
  return {
    name: 'clickhouse',
    execute: async (sql) => void (await executeOnClickhouse(url.href, sql)),
    answer: (statement, plan) => answerOf(engine, statement, plan),
    close: async () => {
      await executeOnClickhouse(url.href, `DROP DATABASE ${database}`);
      await engine.close();
    },
  };
}

/** The server at `INLAY_TEST_TRINO_URL`, with a schema of its own. */
export async function openTrino(): Promise<TestEngine> {
  const given = readUrl('trino', process.env.INLAY_TEST_TRINO_URL ?? '');
  const schema = `orders_${randomUUID().replaceAll('-', '')}`;
  await executeOnTrino(given, `CREATE SCHEMA ${schema}`);
  const network = { ...given, database: `${given.database.split('/')[0]}/${schema}` };
  const engine = await openLocal(network);
  const tables: string[] = [];
  return {
    name: 'trino',
    execute: async (sql) => {
      await executeOnTrino(network, sql);
      tables.push(...(/^CREATE TABLE (\w+)/.exec(sql)?.slice(1) ?? []));
    },
    answer: (statement, plan) => answerOf(engine, statement, plan),
    close: async () => {
      for (const table of tables) await executeOnTrino(network, `DROP TABLE IF EXISTS ${table}`);
      await executeOnTrino(given, `DROP SCHEMA ${schema}`);
      await engine.close();
    },
  };
}

/** Opens an engine with an empty database. */
export const OPEN_ENGINE: Readonly<Record<EngineName, () => Promise<TestEngine>>> = {
  duckdb: openDuckdb,
  postgres: openPostgres,
  mysql: openMariadb,
  clickhouse: openClickhouse,
  trino: openTrino,
};

async function answerOf(engine: Engine, statement: Statement, plan: Planned): Promise<EngineResult> {
  const limits = { maxRows: 100_000, maxBytes: 50_000_000, timeoutMs: 60_000 };
  const { columns, rowCount } = await engine.query(statement, limits);
  const rows = Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row]));
  return cells({ names: columns.map(({ name }) => name), rows }, plan);
}

/** A fresh server knows no named zones; the system's zone files fill its tables. */
async function loadTimeZones(connection: mysql2.Connection): Promise<void> {
  await connection.query('USE mysql');
  for (const zone of ['Europe/Zurich', 'Asia/Kolkata', 'America/New_York']) {
    const tool = spawnSync('mariadb-tzinfo-to-sql', [`/usr/share/zoneinfo/${zone}`, zone], {
      encoding: 'utf8',
    });
    if (tool.status !== 0) throw new Error(`mariadb-tzinfo-to-sql: ${tool.error?.message ?? tool.stderr}`);
    const statements = tool.stdout.split(/;\s*\n/).map((statement) => statement.trim());
    for (const statement of statements.filter((text) => /^(INSERT|SET @)/i.test(text))) {
      await connection.query(statement);
    }
  }
}

function cells(raw: RawResult, plan: Planned): EngineResult {
  const columns = raw.names.map((name, index) => {
    const type = typeOf(name, plan);
    return { name, type, values: raw.rows.map((row) => cellOf(row[index], type)) };
  });
  return { columns, rowCount: raw.rows.length, truncated: false };
}

function typeOf(name: string, plan: Planned): ColumnType {
  const index = Number(name.slice(1));
  if ('columns' in plan) return plan.columns[index]?.type ?? 'string';
  if (name.startsWith('d')) return plan.dimensions[index]?.type ?? 'string';
  if (name.startsWith('o')) return 'integer';
  if (name === 'EXPLAIN' || name === 'QUERY PLAN') return 'string';
  return plan.measures[index]?.type ?? 'number';
}

function cellOf(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null;
  const text = String(value);
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(Number(text)) ? Number(text) : text.replace(/\.0+$/, '');
    case 'decimal': {
      const digits = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
      return digits.replace(/[-.]/g, '').length > 15 ? digits : Number(digits);
    }
    case 'number':
      return Number(Number(text).toPrecision(12));
    case 'boolean':
      return ['t', 'true', '1'].includes(text);
    case 'date':
      return text.slice(0, 10);
    case 'datetime':
      return new Date(`${text.replace(' ', 'T').replace(/(\+00|Z)$/, '')}Z`).toISOString();
    default:
      return text;
  }
}
