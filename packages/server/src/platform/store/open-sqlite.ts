import { DatabaseSync } from 'node:sqlite';

/** A connection to the store's file, which any number of connections, threads and processes may write. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  // Switching to WAL needs the file for itself for a moment: another node may be starting too.
  database.exec('pragma busy_timeout = 5000');
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec('pragma cache_size = -16000');
  // Pages that many commits touch are copied into the file once for all of them.
  database.exec('pragma wal_autocheckpoint = 4000');
  database.exec('pragma busy_timeout = 0');
  return database;
}
