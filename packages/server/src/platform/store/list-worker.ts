import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ListRead, ListReply } from './list-messages.ts';
import { sqliteCode } from './sqlite-error.ts';

const maxPrepared = 200;

// Runs as a worker: one read at a time, on a read-only connection.
const database = new DatabaseSync(workerData as string, { readOnly: true, timeout: 5000 });
// Half of the index of a million users, which the middle page skips; memory is used as pages are read.
database.exec('pragma cache_size = -64000');
const statements = new Map<string, StatementSync>();

parentPort?.on('message', (read: ListRead) => parentPort?.postMessage(run(read)));

function run({ sql, params }: ListRead): ListReply {
  try {
    return { rows: prepared(sql).all(...(params as SQLInputValue[])) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: { message, errcode: sqliteCode(error) } };
  }
}

function prepared(sql: string): StatementSync {
  let statement = statements.get(sql);
  if (!statement) {
    if (statements.size >= maxPrepared) statements.clear();
    statement = database.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}
