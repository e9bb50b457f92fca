import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { StartError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';
import { migrate } from './migrate.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

/** Opens the store that the configuration names and brings it up to date. */
export async function openStore(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Store> {
  return openStoreWith(config, migrate);
}

/** Opens the store and has `prepare` make it usable; where that fails, says what is wrong with it. */
export async function openStoreWith(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  prepare: (store: Store) => Promise<void>,
): Promise<Store> {
  const store = config.databaseUrl
    ? (await import('./postgres.ts')).openPostgresStore(config.databaseUrl)
    : openInFolder(config.dataDir);
  try {
    await prepare(store);
  } catch (error) {
    await store.close();
    if (error instanceof StartError) throw error;
    const where = config.databaseUrl ? 'PostgreSQL of INLAY_DATABASE_URL' : `store in ${config.dataDir}`;
    throw new StartError(`The ${where} cannot be used: ${reasonOf(error)}.`);
  }
  return store;
}

export const sqliteFile = (dataDir: string): string => join(dataDir, 'inlay.db');

function openInFolder(dataDir: string): Store {
  ensureWritableFolder(dataDir);
  try {
    return openSqliteStore(sqliteFile(dataDir));
  } catch (error) {
    throw new StartError(`The store ${sqliteFile(dataDir)} cannot be opened: ${reasonOf(error)}.`);
  }
}

export function ensureWritableFolder(folder: string, variable = 'INLAY_DATA_DIR'): void {
  try {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be written (${reasonOf(error)}): choose another with ${variable}.`,
    );
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
