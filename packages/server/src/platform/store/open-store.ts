import { accessSync, closeSync, constants, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../config.ts';
import { StartError } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import type { Time } from '../time/time.ts';
import { migrate, type UpgradeOptions } from './migrate.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';
import { StoreUnavailableError } from './store-unavailable-error.ts';

/** Opens the configured store and migrates it. */
export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'storeSeconds'>,
  { time, ...upgrade }: Pick<UpgradeOptions, 'migrations' | 'onMigration'> & { readonly time: Time },
): Promise<Store> {
  const file = sqliteFile(config.dataDir);
  const copyStore = (version: number) => copySqlite(file, `${file}.schema-${version}`);
  const options = config.databaseUrl ? upgrade : { ...upgrade, copyStore };
  const store = await openStoreWith(config, time, (opened) => migrate(opened, options));
  if (!config.databaseUrl) return store;
  await store.close();
  return (await import('./postgres.ts')).openPostgresStore(config.databaseUrl, {
    seconds: config.storeSeconds,
    time,
  });
}

/** For migrations and restores, where a statement may rewrite a large table or wait for a node that does. */
const PATIENT_SECONDS = 3600;

/** Opens the store and prepares it; a failure becomes a clear error, which names where the URL comes from. */
export async function openStoreWith(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & { readonly databaseSetting?: string },
  time: Time,
  prepare: (store: Store) => Promise<void>,
): Promise<Store> {
  const store = config.databaseUrl
    ? (await import('./postgres.ts')).openPostgresStore(config.databaseUrl, {
        seconds: PATIENT_SECONDS,
        time,
      })
    : openInFolder(config.dataDir, time);
  try {
    await prepare(store);
  } catch (error) {
    await store.close();
    if (error instanceof StartError) throw error;
    const { databaseUrl, databaseSetting = 'INLAY_DATABASE_URL', dataDir } = config;
    const where = databaseUrl ? `PostgreSQL of ${databaseSetting}` : `store in ${dataDir}`;
    throw new StartError(`The ${where} cannot be used: ${reasonOf(error)}.`);
  }
  return store;
}

export const sqliteFile = (dataDir: string): string => join(dataDir, 'inlay.db');

function openInFolder(dataDir: string, time: Time): Store {
  ensureWritableFolder(dataDir);
  try {
    return openSqliteStore(sqliteFile(dataDir), time);
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
      `The folder ${folder} is not writable (${reasonOf(error)}). Set ${variable} to another folder.`,
    );
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) return reasonOf(error.cause);
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Copies a database while another connection holds its write lock. The copy appears only when it is complete. */
function copySqlite(file: string, copy: string): string {
  const partial = `${copy}.partial`;
  try {
    rmSync(partial, { force: true });
    // SQLite would create it readable by others.
    const descriptor = openSync(partial, 'w', 0o600);
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      database.prepare('vacuum into ?').run(partial);
      fsyncSync(descriptor);
    } finally {
      database.close();
      closeSync(descriptor);
    }
    renameSync(partial, copy);
    return copy;
  } catch (error) {
    rmSync(partial, { force: true });
    throw new StartError(
      `The store could not be copied to ${copy} before its upgrade: ${(error as Error).message}. Nothing was changed. Free some space and start again.`,
    );
  }
}
