import { DatabaseSync } from 'node:sqlite';
import { sqliteCode } from './sqlite-error.ts';

const patienceMs = 5000;
const busy = 5;

/** A connection to the store's file, which other connections, threads and processes may write too. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  // Switching to WAL needs exclusive access for a moment, and another node may be starting.
  database.exec(`pragma busy_timeout = ${patienceMs}`);
  switchToWal(database);
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec('pragma cache_size = -16000');
  // Checkpoints less often, so that a page touched by many commits is copied once.
  database.exec('pragma wal_autocheckpoint = 4000');
  // After a long read or a large write the log would keep its size for good; 4000 pages have 16 MB.
  database.exec(`pragma journal_size_limit = ${32 * 1024 * 1024}`);
  database.exec('pragma busy_timeout = 0');
  return database;
}

/** Processes that switch at the same time block each other, which SQLite reports at once, whatever the timeout. */
function switchToWal(database: DatabaseSync): void {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (sqliteCode(error) !== busy || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
