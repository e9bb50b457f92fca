import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BIGINT,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  HUGEINT,
  StatementType,
} from '@duckdb/node-api';
import { assertReading } from './assert-reading.ts';
import { collectResult } from './collect-result.ts';
import type { FilesConnection } from './connection-config.ts';
import { makeDrain } from './drain.ts';
import { duckdbCell, duckdbColumnType } from './duckdb-cells.ts';
import { toDuckdbError } from './duckdb-error.ts';
import { type DuckdbResources, openLockedDuckdb } from './duckdb-instance.ts';
import { syncDuckdbTables } from './duckdb-tables.ts';
import type {
  Engine,
  EngineColumn,
  EngineResult,
  QueryLimits,
  Statement,
  StatementParam,
  TableDescription,
} from './engine.ts';
import { EngineError } from './engine-error.ts';
import { runStoppable } from './run-stoppable.ts';
import { makeSlots } from './slots.ts';

const DEFAULT_RESOURCES: DuckdbResources = { memoryMb: 1024, threads: 2, spillMb: 4096 };
const DESCRIBE_TIMEOUT_MS = 30_000;
const MAX_BIGINT = 2n ** 63n;

// A running query holds one of Node's worker threads, which files, names and password hashes need as well.
const slots = makeSlots(Math.max(1, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 2));

/** Opens a tenant's folder of files, each of them a table. */
export async function openDuckdb(
  { folder }: FilesConnection,
  resources: DuckdbResources = DEFAULT_RESOURCES,
): Promise<Engine> {
  const home = await realpath(folder).catch(() => {
    throw new EngineError('BAD_CONNECTION', { message: 'The folder of this connection does not exist.' });
  });
  const spillFolder = await mkdtemp(join(tmpdir(), 'inlay-duckdb-'));
  const locked = await openLockedDuckdb(home, spillFolder, resources).catch(async (error) => {
    await rm(spillFolder, { recursive: true, force: true });
    throw toDuckdbError(error);
  });
  const tables = syncDuckdbTables(home, locked.inlay);
  const drain = makeDrain();

  async function withConnection<T>(
    rules: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
    work: (connection: DuckDBConnection) => Promise<T>,
  ): Promise<T> {
    const ended = new AbortController();
    let connection: DuckDBConnection | undefined;
    async function hold(): Promise<T> {
      const giveBack = await slots.take(ended.signal);
      try {
        await tables.sync();
        connection = await locked.instance.connect();
        ended.signal.throwIfAborted();
        return await work(connection);
      } catch (error) {
        throw tables.explain(toDuckdbError(error));
      } finally {
        connection?.closeSync();
        connection = undefined;
        giveBack();
      }
    }

    return runStoppable(() => drain.run(hold), {
      ...rules,
      stop() {
        ended.abort();
        // An interrupt before the query began is forgotten, so it is repeated until the connection is gone.
        const repeat = setInterval(
          () => (connection === undefined ? clearInterval(repeat) : connection.interrupt()),
          25,
        );
        connection?.interrupt();
      },
    });
  }

  return {
    name: 'duckdb',
    describe: (signal) => withConnection({ timeoutMs: DESCRIBE_TIMEOUT_MS, signal }, describeTables),
    describeStatement: (statement, signal) =>
      withConnection({ timeoutMs: DESCRIBE_TIMEOUT_MS, signal }, async (connection) =>
        columnsOf(await prepareReading(connection, statement)),
      ),
    query: (statement, limits, signal) =>
      withConnection({ timeoutMs: limits.timeoutMs, signal }, (connection) =>
        run(connection, statement, limits),
      ),
    test: (signal) =>
      withConnection({ timeoutMs: DESCRIBE_TIMEOUT_MS, signal }, async (connection) => {
        await connection.run('SELECT 1');
      }),
    async close() {
      await drain.close();
      locked.inlay.closeSync();
      locked.instance.closeSync();
      await rm(spillFolder, { recursive: true, force: true });
    },
  };
}

async function run(
  connection: DuckDBConnection,
  statement: Statement,
  limits: QueryLimits,
): Promise<EngineResult> {
  const prepared = await prepareReading(connection, statement);
  statement.params.forEach((param, index) => {
    bind(prepared, index + 1, param);
  });
  const result = await prepared.stream();
  const columns = result
    .columnNames()
    .map((name, index) => ({ name, type: duckdbColumnType(result.columnType(index)) }));
  const collector = collectResult(columns, limits);
  for (
    let chunk = await result.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    const vectors = columns.map((_, index) => chunk.getColumnVector(index));
    const { rowCount } = chunk;
    for (let row = 0; row < rowCount; row++) {
      const cells = vectors.map((vector, index) =>
        duckdbCell(vector.getItem(row), columns[index]?.type ?? 'string'),
      );
      if (!collector.add(cells)) return collector.finish();
    }
  }
  return collector.finish();
}

/** One statement, and one that only reads: within the folder, DuckDB would also write files. */
async function prepareReading(
  connection: DuckDBConnection,
  { sql }: Statement,
): Promise<DuckDBPreparedStatement> {
  assertReading(sql);
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1)
    throw new EngineError('BAD_STATEMENT', { message: 'Give one statement, not several.' });
  const prepared = await statements.prepare(0);
  if (prepared.statementType !== StatementType.SELECT) throw new EngineError('BAD_STATEMENT');
  return prepared;
}

function columnsOf(prepared: DuckDBPreparedStatement): readonly EngineColumn[] {
  return Array.from({ length: prepared.columnCount }, (_, index) => ({
    name: prepared.columnName(index),
    type: duckdbColumnType(prepared.columnType(index)),
  }));
}

function bind(prepared: DuckDBPreparedStatement, index: number, param: StatementParam): void {
  if (param === null) prepared.bindNull(index);
  else if (typeof param === 'string') prepared.bindVarchar(index, param);
  else if (typeof param === 'boolean') prepared.bindBoolean(index, param);
  else if (typeof param === 'number' && !Number.isSafeInteger(param)) prepared.bindDouble(index, param);
  else {
    const integer = BigInt(param);
    const fits = integer < MAX_BIGINT && integer >= -MAX_BIGINT;
    prepared.bindValue(index, integer, fits ? BIGINT : HUGEINT);
  }
}

async function describeTables(connection: DuckDBConnection): Promise<readonly TableDescription[]> {
  const names = await connection.runAndReadAll(
    `SELECT view_name FROM duckdb_views() WHERE NOT internal AND database_name = 'memory' ORDER BY view_name`,
  );
  const tables: TableDescription[] = [];
  for (const [name] of names.getRows()) {
    const table = String(name);
    // One file that was damaged since must not hide the others.
    const prepared = await connection.prepare(`FROM "${table.replaceAll('"', '""')}"`).catch(() => undefined);
    if (prepared === undefined) continue;
    const columns = columnsOf(prepared).map((column) => ({ ...column, nullable: true }));
    tables.push({ schema: 'main', name: table, columns });
  }
  return tables;
}
