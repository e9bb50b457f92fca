import {
  BIGINT,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  HUGEINT,
  StatementType,
} from '@duckdb/node-api';
import { collectResult } from '../../collect-result.ts';
import type {
  EngineColumn,
  QueryLimits,
  SendBatch,
  Statement,
  StatementParam,
  TableDescription,
} from '../../engine.ts';
import { EngineError } from '../../engine-error.ts';
import type { JobResults } from '../messages.ts';
import { columnType, toCell } from './cells.ts';
import { quoteName } from './read-function.ts';

const MAX_BIGINT = 2n ** 63n;

export async function runStatement(
  connection: DuckDBConnection,
  { sql, params }: Statement,
  limits: QueryLimits,
  send: SendBatch,
): Promise<JobResults['query']> {
  const prepared = await prepareReading(connection, sql);
  params.forEach((param, index) => {
    bind(prepared, index + 1, param);
  });
  const result = await prepared.stream();
  const columns = result
    .columnNames()
    .map((name, index) => ({ name, type: columnType(result.columnType(index)) }));
  const collector = collectResult(columns, limits, send);

  async function finish(): Promise<JobResults['query']> {
    const { columns: filled, rowCount, truncated } = await collector.finish();
    await send(filled.map(({ values }) => values));
    return { columns, rowCount, truncated };
  }

  for (
    let chunk = await result.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    const vectors = columns.map((_, index) => chunk.getColumnVector(index));
    const { rowCount } = chunk;
    for (let row = 0; row < rowCount; row++) {
      const cells = vectors.map((vector, index) =>
        toCell(vector.getItem(row), columns[index]?.type ?? 'string'),
      );
      if (!collector.add(cells)) return finish();
    }
    await collector.drained();
  }
  return finish();
}

/** DuckDB's own confirmation that the statement only reads, in addition to the syntax check. */
async function prepareReading(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1)
    throw new EngineError('BAD_STATEMENT', { message: 'Only one statement is allowed.' });
  const prepared = await statements.prepare(0);
  if (prepared.statementType !== StatementType.SELECT) throw new EngineError('BAD_STATEMENT');
  return prepared;
}

export async function describeStatement(
  connection: DuckDBConnection,
  sql: string,
): Promise<readonly EngineColumn[]> {
  return columnsOf(await prepareReading(connection, sql));
}

function columnsOf(prepared: DuckDBPreparedStatement): readonly EngineColumn[] {
  return Array.from({ length: prepared.columnCount }, (_, index) => ({
    name: prepared.columnName(index),
    type: columnType(prepared.columnType(index)),
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

export async function describeTables(
  connection: DuckDBConnection,
  names: readonly string[],
): Promise<readonly TableDescription[]> {
  const tables: TableDescription[] = [];
  for (const name of [...names].sort()) {
    // A damaged file must not hide the others.
    const prepared = await connection.prepare(`FROM ${quoteName(name)}`).catch(() => undefined);
    if (prepared === undefined) continue;
    const columns = columnsOf(prepared).map((column) => ({ ...column, nullable: true }));
    tables.push({ schema: 'main', name, columns });
  }
  return tables;
}
