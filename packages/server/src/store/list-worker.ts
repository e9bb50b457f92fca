import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ListRead, ListReply } from './list-threads.ts';

const maxPrepared = 200;

// Runs as a worker: one read at a time, on a connection that cannot write.
const database = new DatabaseSync(workerData as string, { readOnly: true, timeout: 5000 });
database.exec('pragma cache_size = -16000');
const statements = new Map<string, StatementSync>();

parentPort?.on('message', (read: ListRead) => parentPort?.postMessage(run(read)));

function run({ sql, params }: ListRead): ListReply {
  try {
    return { rows: prepared(sql).all(...(params as SQLInputValue[])) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
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
