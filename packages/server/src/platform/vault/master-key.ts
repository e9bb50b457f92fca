import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { StartError } from '../errors.ts';
import { getMeta, setMeta } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';

/**
 * The key that encrypts all secrets at rest: from the environment, else from a file that only its owner can read.
 * Backups contain neither.
 */
export async function openMasterKey(
  config: Pick<Config, 'masterKey' | 'dataDir'>,
  store: Store,
): Promise<Buffer> {
  const file = join(config.dataDir, 'master.key');
  const key = config.masterKey ?? readKeyFile(file) ?? (await makeKeyFile(file, store));
  await checkAgainstStore(key, store, config.masterKey ? undefined : file);
  return key;
}

function readKeyFile(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined;
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32)
    throw new StartError(`The key file ${file} is damaged: restore it from where you keep it safe.`);
  return key;
}

async function makeKeyFile(file: string, store: Store): Promise<Buffer> {
  if (await getMeta(store, 'master_key_verifier')) {
    throw new StartError(
      `The store was made with a master key that is not here: put it back as ${file}, or set INLAY_MASTER_KEY.`,
    );
  }
  const key = randomBytes(32);
  try {
    // `wx`: if two processes start together, one creates the key and the other reads it.
    writeFileSync(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return key;
  } catch (error) {
    const made = readKeyFile(file);
    if (made) return made;
    throw error;
  }
}

/** Fails at startup with the wrong key, instead of at each secret later. */
async function checkAgainstStore(key: Buffer, store: Store, file: string | undefined): Promise<void> {
  const verifier = verifierOf(key);
  await store.write(async (transaction) => {
    const stored = await getMeta(transaction, 'master_key_verifier');
    if (stored === undefined) return setMeta(transaction, 'master_key_verifier', verifier);
    if (!timingSafeEqual(Buffer.from(stored), Buffer.from(verifier))) {
      throw new StartError(
        file === undefined
          ? 'INLAY_MASTER_KEY is not the key this store was made with: set the former one.'
          : `The key file ${file} does not hold the key this store was made with: put the former file back, or set INLAY_MASTER_KEY to the former key.`,
      );
    }
  });
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
