import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { OPERATOR } from '../../platform/identity/acting.ts';
import { tokenHash } from '../../platform/identity/opaque-token.ts';
import type { Services } from '../../services.ts';
import { readAuthSettings, regenerateSecret, uploadPublicKey } from '../tokens/index.ts';

const KEY_FILE = 'private-key.pem';
const SECRET_FILE = 'client-secret';
const acting = { actor: null, caller: OPERATOR };

/** The folder with the demo host's client secret and private key, readable only by its owner. */
export const demoHostFolder = ({ config }: Pick<Services, 'config'>): string =>
  join(config.dataDir, 'demo-host');

/**
 * Gives the demo host a secret and a key, once. A tenant that already embeds keeps its own, so that the demo never
 * locks out a real application. Returns whether the demo host's credentials are those of the tenant.
 */
export async function enrollDemoHost(services: Services, tenantId: TenantId): Promise<boolean> {
  const settings = await readAuthSettings(services.store, tenantId, services.config.publicUrl);
  if (settings?.signature.mode === 'none') {
    await resetDemoHost(services, tenantId);
    return true;
  }
  const own = await readCredentials(demoHostFolder(services));
  if (settings?.signature.mode !== 'public-key' || !own) return false;
  return settings.signature.key.equals(own.key) && settings.secretHash === tokenHash(own.secret);
}

/** Gives the demo host a new secret and key, which replace the tenant's. */
export async function resetDemoHost(services: Services, tenantId: TenantId): Promise<void> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const secret = await regenerateSecret(services, tenantId, 0, acting);
  await writeCredentials(demoHostFolder(services), secret, privateKey);
  // Last, so that an interrupted enrollment is repeated and not mistaken for someone else's key.
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await uploadPublicKey(services, tenantId, { publicKey: pem }, acting);
}

async function readCredentials(
  folder: string,
): Promise<{ readonly key: KeyObject; readonly secret: string } | undefined> {
  try {
    const pem = await readFile(join(folder, KEY_FILE), 'utf8');
    return { key: createPublicKey(pem), secret: await readFile(join(folder, SECRET_FILE), 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeCredentials(folder: string, secret: string, privateKey: KeyObject): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, SECRET_FILE), secret, { mode: 0o600 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(join(folder, KEY_FILE), pem, { mode: 0o600 });
}
