import type { KeyObject } from 'node:crypto';
import type { EmbedSettings } from './embed-settings.ts';
import type { JwksCache } from './jwks-cache.ts';
import { chooseKeys } from './signing-keys.ts';

/**
 * Asks `attempt` with the tenant's keys for a `kid`, and again with keys that were listed since where it missed.
 * Without a key it answers the sentence that says why.
 */
export async function tryTenantKeys<T>(
  settings: EmbedSettings,
  kid: string | undefined,
  jwks: JwksCache,
  attempt: (keys: readonly KeyObject[]) => Promise<T>,
  missed: (result: T) => boolean,
): Promise<T | string> {
  const keys = await chooseKeys(settings, kid, jwks);
  if (typeof keys === 'string') return keys;
  const result = await attempt(keys);
  const { signature, tenantId } = settings;
  if (signature.mode !== 'jwks' || !missed(result)) return result;
  const added = await jwks.keysAddedSince(tenantId, signature.url, kid, keys);
  return added.length > 0 ? attempt(added) : result;
}
