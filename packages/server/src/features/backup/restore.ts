import type { Config } from '../../config.ts';
import { StartError } from '../../platform/errors.ts';
import { newId } from '../../platform/new-id.ts';
import { openStoreWith } from '../../platform/store/open-store.ts';
import type { Store } from '../../platform/store/store.ts';
import { findMasterKey } from '../../platform/vault/master-key.ts';
import type { Services } from '../../services.ts';
import { addFile, beginFiles, dropFiles, finishFiles, refuseFiles } from './arriving-files.ts';
import type { Row } from './back-up.ts';
import {
  type BackupPart,
  bytesOf,
  type CheckedBackup,
  checkBackup,
  damaged,
  readBackup,
} from './check-backup.ts';
import { beginFilling, checkFillable, emptyStore, fillTable, finishFilling } from './fill-store.ts';
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
    await fillOrEmpty({ store, time, filesDir: config.filesDir, file, claim, signal, onProgress });
    // A failure from here on leaves the mark, so that the store does not start and can be restored into again.
    await finishFiles(config.filesDir);
    await finishFilling(store, claim);
  } finally {
    await store.close();
  }
  return { ...backup, keyMissing: key === 'absent' };
}

interface Filling extends Pick<Services, 'time'> {
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

async function fill({ store, time, filesDir, file, claim, signal, onProgress }: Filling): Promise<void> {
  const onBytes = await bytesOf(file, 'Restoring', onProgress);
  const take = async (part: BackupPart) => {
    signal.throwIfAborted();
    if (part.kind === 'file') return addFile(filesDir, part.name, part.bytes);
    try {
      await fillTable(store, part.table, restored(part, time.now()), claim);
    } catch (error) {
      if (error instanceof StartError) throw error;
      throw damaged(file, `its rows for the table ${part.table} are invalid: ${(error as Error).message}`);
    }
  };
  await readBackup(file, take, onBytes);
}

/**
 * What became due since the backup, or waited then, may have been sent: nodes compute the next due times again, and do not
 * go on with what is left (ADR 353).
 */
function restored(
  { table, rows }: Extract<BackupPart, { readonly kind: 'rows' }>,
  now: number,
): readonly Row[] {
  if (table === 'subscriptions') return rows.map((row) => ({ ...row, next_at: null }));
  if (table !== 'report_jobs') return rows;
  const ended = { state: 'unknown', reason: RESTORED, next_at: null, finished_at: now };
  return rows.map((row) => (row.next_at === null ? row : { ...row, ...ended }));
}

const RESTORED = 'It may have been sent since the backup that this instance was restored from.';

function otherKey({ masterKey, dataDir }: Config): StartError {
  const where = masterKey
    ? 'The key of INLAY_MASTER_KEY_FILE or INLAY_MASTER_KEY'
    : `The master.key in ${dataDir}`;
  return new StartError(
    `${where} is not the master key of the backup, so its secrets could not be decrypted. Put the original key there and restore again.`,
  );
}
