import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Statement } from '@inlay/server/platform/engines/engine';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { startMariadb } from '../test/support/stores/start-mariadb.ts';
import { startPostgres } from '../test/support/stores/start-postgres.ts';
import { openBareDuckdb } from './peers/bare-duckdb.ts';
import { ms, type Row } from './table.ts';
import { median } from './timed.ts';

const rounds = 10;
const warmUp = 2;
const limit = 1.1;

/** A database with tables for a benchmark, asked over one connection. */
export interface Database {
  readonly name: string;
  readonly engine: EngineName;
  run(statement: Statement): Promise<readonly (readonly unknown[])[]>;
  /** In milliseconds, of all statements so far. */
  cpu(): number;
  close(): Promise<void>;
}

/** The select list of each table, of a number `n` per row from 0. */
export type Tables = Readonly<Record<string, { readonly rows: number; readonly list: string }>>;

export interface Comparison {
  readonly name: string;
  readonly compiled: Statement;
  /** What somebody who knows the tables would write. */
  readonly byHand: Statement;
}

/** In CPU time of the database, in turns, so that whatever else the machine does falls on both. */
export async function compareWithSql(
  database: Database,
  { name, compiled, byHand }: Comparison,
): Promise<readonly Row[]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds + warmUp; round += 1)
    for (const [index, statement] of [compiled, byHand].entries()) {
      const before = database.cpu();
      const { length } = await database.run(statement);
      if (length === 0) throw new Error(`No rows: ${statement.sql}`);
      if (round >= warmUp) times[index]?.push(database.cpu() - before);
    }
  const [ownMs, handMs] = times.map(median) as [number, number];
  return [
    { what: `by hand: ${name}`, figure: ms(handMs) },
    {
      what: 'compiled',
      figure: ms(ownMs),
      ratio: `${(ownMs / handMs).toFixed(2)} × by hand`,
      target: `≤ ${limit} × + 1 ms`,
      met: ownMs <= handMs * limit + 1,
    },
  ];
}

/** Over Parquet, as uploaded files are. */
export async function openDuckdb(tables: Tables): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const [name, { rows, list }] of Object.entries(tables))
    await connection.run(
      `COPY (SELECT ${list} FROM range(${rows}) AS series(n)) TO '${join(folder, `${name}.parquet`)}' (FORMAT parquet)`,
    );
  connection.closeSync();
  instance.closeSync();
  const duckdb = await openBareDuckdb(folder, Object.keys(tables));
  return {
    name: 'DuckDB',
    engine: 'duckdb',
    run: duckdb.run,
    cpu: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    close: async () => {
      duckdb.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** `statements` add keys and indexes. */
export async function openPostgres(tables: Tables, statements: readonly string[] = []): Promise<Database> {
  const server = await startPostgres({ isDurable: false });
  const client = new pg.Client(server.url);
  await client.connect();
  const created = Object.entries(tables).map(
    ([name, { rows, list }]) =>
      `CREATE TABLE ${name} AS SELECT ${list} FROM generate_series(0::bigint, ${rows - 1}) AS series(n)`,
  );
  const settings = [
    'VACUUM ANALYZE',
    "SET work_mem = '64MB'",
    // The CPU time of workers could not be read.
    'SET max_parallel_workers_per_gather = 0',
  ];
  for (const statement of [...created, ...statements, ...settings]) await client.query(statement);
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  return {
    name: 'PostgreSQL',
    engine: 'postgres',
    run: async ({ sql, params }) =>
      (await client.query({ text: sql, values: [...params], rowMode: 'array' })).rows,
    cpu: () => cpuOf(rows[0].pid),
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

export async function openMariadb(tables: Tables): Promise<Database> {
  const server = await startMariadb();
  const connection = await mysql.createConnection(server.url);
  for (const [name, { rows, list }] of Object.entries(tables))
    await connection.query(
      `CREATE TABLE ${name} AS SELECT ${list} FROM (SELECT CAST(seq AS SIGNED) AS n FROM seq_0_to_${rows - 1}) AS series`,
    );
  const [processes] = await connection.query<mysql.RowDataPacket[]>('SELECT @@pid_file AS file');
  const pid = Number(readFileSync(String(processes[0]?.file), 'utf8'));
  return {
    name: 'MariaDB',
    engine: 'mysql',
    run: async ({ sql, params }) => {
      const [found] = await connection.execute<mysql.RowDataPacket[][]>({ sql, rowsAsArray: true }, [
        ...params,
      ]);
      return found;
    },
    cpu: () => cpuOf(pid),
    close: async () => {
      await connection.end();
      await server.stop();
    },
  };
}

/** Of all threads of a process, in milliseconds. */
function cpuOf(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`).map((task) =>
    readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'),
  );
  return tasks.reduce((sum, schedstat) => sum + Number(schedstat.split(' ')[0]) / 1e6, 0);
}
