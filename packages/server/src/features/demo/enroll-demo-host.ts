import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { OPERATOR } from '../../platform/identity/acting.ts';
import type { Services } from '../../services.ts';
import { readEmbedSettings, regenerateSecret, uploadPublicKey } from '../tokens/index.ts';

const KEY_FILE = 'private-key.pem';
const acting = { actor: null, caller: OPERATOR };

/** The folder with the demo host's client secret and private key, readable only by its owner. */
export const demoHostFolder = ({ config }: Pick<Services, 'config'>): string =>
  join(config.dataDir, 'demo-host');

/**
 * Gives the demo host a secret and a key, once. A tenant that already embeds keeps its own, so that the demo never
 * locks out a real application. Returns whether the demo host has credentials.
 */
export async function enrollDemoHost(services: Services, tenantId: TenantId): Promise<boolean> {
  const settings = await readEmbedSettings(services.store, tenantId, services.config.publicUrl);
  const own = await readOwnKey(demoHostFolder(services));
  if (settings?.signature.mode === 'public-key' && own) return settings.signature.key.equals(own);
  if (settings?.signature.mode !== 'none') return false;

  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const secret = await regenerateSecret(services, tenantId, 0, acting);
  await writeCredentials(demoHostFolder(services), secret, privateKey);
  // Last, so that an interrupted enrollment is repeated and not mistaken for someone else's key.
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await uploadPublicKey(services, tenantId, { publicKey: pem }, acting);
  return true;
}

async function readOwnKey(folder: string): Promise<KeyObject | undefined> {
  const pem = await readFile(join(folder, KEY_FILE), 'utf8').catch(() => undefined);
  return pem === undefined ? undefined : createPublicKey(pem);
}

async function writeCredentials(folder: string, secret: string, privateKey: KeyObject): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'client-secret'), secret, { mode: 0o600 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(join(folder, KEY_FILE), pem, { mode: 0o600 });
}
