import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { StartError } from '../errors.ts';
import { getMeta, setMeta } from '../store/meta.ts';
import { lockSchema } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';
import { syncFolder } from '../sync-folder.ts';

/**
 * The key that encrypts all secrets at rest: the operator's, else from a file that only its owner can read.
 * Backups contain neither. The lock makes processes that start together on an empty store agree on one key.
 */
export function openMasterKey(config: Pick<Config, 'masterKey' | 'dataDir'>, store: Store): Promise<Buffer> {
  const file = join(config.dataDir, 'master.key');
  return store.write(async (transaction) => {
    await lockSchema(transaction);
    const verifier = await getMeta(transaction, 'master_key_verifier');
    const existing = config.masterKey ?? readKeyFile(file);
    if (verifier === undefined) {
      const key = existing ?? (await makeKeyFile(file));
      await setMeta(transaction, 'master_key_verifier', verifierOf(key));
      return key;
    }
    if (!existing) {
      throw new StartError(
        `The master key of this store is missing. Put it back as ${file}, or set INLAY_MASTER_KEY_FILE.`,
      );
    }
    if (!timingSafeEqual(Buffer.from(verifier), Buffer.from(verifierOf(existing)))) {
      throw new StartError(
        config.masterKey
          ? 'The key of INLAY_MASTER_KEY_FILE or INLAY_MASTER_KEY is not the master key of this store. Set the original key.'
          : `The key file ${file} does not contain the master key of this store. Put the original file back, or set INLAY_MASTER_KEY_FILE to a file with the original key.`,
      );
    }
    return existing;
  });
}

function readKeyFile(file: string): Buffer | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (found.isDirectory())
    throw new StartError(`The key file ${file} is a folder. Remove it, and put the key there as a file.`);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32)
    throw new StartError(`The key file ${file} is damaged. Restore it from your backup of the key.`);
  return key;
}

/** The file gets its name once it is complete, so a crash leaves no damaged key. */
async function makeKeyFile(file: string): Promise<Buffer> {
  const key = randomBytes(32);
  const partial = `${file}.partial-${process.pid}`;
  await writeFile(partial, `${key.toString('base64')}\n`, { mode: 0o600, flush: true });
  await rename(partial, file);
  await syncFolder(dirname(file));
  return key;
}

/** For a restore: whether the local key, if any, decrypts the backup. */
export function findMasterKey(
  { masterKey, dataDir }: Pick<Config, 'masterKey' | 'dataDir'>,
  verifier: string,
): 'matches' | 'differs' | 'absent' {
  const key = masterKey ?? readKeyFile(join(dataDir, 'master.key'));
  if (!key) return 'absent';
  return verifierOf(key) === verifier ? 'matches' : 'differs';
}

function verifierOf(key: Buffer): string {
  return createHmac('sha256', key).update('inlay master key').digest('base64');
}
