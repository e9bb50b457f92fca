import { DatabaseSync } from 'node:sqlite';

/** A connection to the store's file, which other connections, threads and processes may write too. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  // Switching to WAL needs exclusive access for a moment, and another node may be starting.
  database.exec('pragma busy_timeout = 5000');
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec('pragma cache_size = -16000');
  // Checkpoints less often, so that a page touched by many commits is copied once.
  database.exec('pragma wal_autocheckpoint = 4000');
  database.exec('pragma busy_timeout = 0');
  return database;
}
