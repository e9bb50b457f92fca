import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../config.ts';
import { StartError } from '../../platform/errors.ts';
import { newId } from '../../platform/new-id.ts';
import { openStoreWith } from '../../platform/store/open-store.ts';
import type { Store } from '../../platform/store/store.ts';
import { findMasterKey } from '../../platform/vault/master-key.ts';
import type { Services } from '../../services.ts';
import {
  type BackupPart,
  bytesOf,
  type CheckedBackup,
  checkBackup,
  damaged,
  readBackup,
} from './check-backup.ts';
import { beginFilling, checkFillable, emptyStore, fillTable, finishFilling } from './fill-store.ts';
import { listFiles, RESTORING_FOLDER } from './list-files.ts';
import type { OnProgress } from './on-progress.ts';

export interface Restored extends CheckedBackup {
  /** The master key is not in the backup, and not on this machine either. */
  readonly keyMissing: boolean;
}

/** Restores a backup into an empty store of either engine; after a failure the store is empty again. */
export async function restore(
  { config, time }: Pick<Services, 'config' | 'time'>,
  file: string,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
): Promise<Restored> {
  const backup = await checkBackup(file, signal, onProgress);
  const key = findMasterKey(config, backup.keyVerifier);
  if (key === 'differs') throw otherKey(config);
  const claim = newId();
  const store = await openStoreWith(config, time, async (opened) => {
    const found = await checkFillable(opened);
    if (found === 'empty') await refuseFiles(config.filesDir);
    await beginFilling(opened, backup.manifest.schemaVersion, claim);
  });
  try {
    await fillOrEmpty({ store, filesDir: config.filesDir, file, claim, signal, onProgress });
    // A failure from here on leaves the mark, so that the store does not start and can be restored into again.
    await finishFiles(config.filesDir);
    await finishFilling(store, claim);
  } finally {
    await store.close();
  }
  return { ...backup, keyMissing: key === 'absent' };
}

async function refuseFiles(folder: string): Promise<void> {
  if (await hasFiles(folder))
    throw new StartError(`The folder ${folder} is not empty. Set INLAY_FILES_DIR to an empty folder.`);
}

interface Filling {
  readonly store: Store;
  readonly filesDir: string;
  readonly file: string;
  readonly claim: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

async function fillOrEmpty(filling: Filling): Promise<void> {
  const { store, filesDir, claim } = filling;
  try {
    await beginFiles(filesDir);
    await fill(filling);
  } catch (error) {
    await dropFiles(filesDir);
    // If the store is unreachable, its mark stays and has the same effect.
    await emptyStore(store, claim).catch(() => {});
    throw error;
  }
}

async function fill({ store, filesDir, file, claim, signal, onProgress }: Filling): Promise<void> {
  const onBytes = await bytesOf(file, 'Restoring', onProgress);
  const take = async (part: BackupPart) => {
    signal.throwIfAborted();
    if (part.kind === 'file') return restoreFile(filesDir, part.name, part.bytes);
    try {
      await fillTable(store, part.table, part.rows, claim);
    } catch (error) {
      if (error instanceof StartError) throw error;
      throw damaged(file, `its rows for the table ${part.table} are invalid: ${(error as Error).message}`);
    }
  };
  await readBackup(file, take, onBytes);
}

function otherKey({ masterKey, dataDir }: Config): StartError {
  const where = masterKey
    ? 'The key of INLAY_MASTER_KEY_FILE or INLAY_MASTER_KEY'
    : `The master.key in ${dataDir}`;
  return new StartError(
    `${where} is not the master key of the backup, so its secrets could not be decrypted. Put the original key there and restore again.`,
  );
}

/** Files are restored into a subfolder and renamed at the end: same file system, even if the folder is a mount. */
async function beginFiles(folder: string): Promise<void> {
  await rm(join(folder, RESTORING_FOLDER), { recursive: true, force: true });
  await mkdir(join(folder, RESTORING_FOLDER), { recursive: true, mode: 0o700 });
}

async function restoreFile(folder: string, name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const path = join(folder, RESTORING_FOLDER, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }));
}

async function finishFiles(folder: string): Promise<void> {
  const waiting = join(folder, RESTORING_FOLDER);
  for (const name of await readdir(waiting)) {
    // Exists only if an earlier restore was interrupted here.
    await rm(join(folder, name), { recursive: true, force: true });
    await rename(join(waiting, name), join(folder, name));
  }
  await rm(waiting, { recursive: true });
}

async function dropFiles(folder: string): Promise<void> {
  await rm(join(folder, RESTORING_FOLDER), { recursive: true, force: true });
}

async function hasFiles(folder: string): Promise<boolean> {
  for await (const _ of listFiles(folder)) return true;
  return false;
}
