import type { TenantId } from '@inlay/protocol/tenant-id';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Services } from '../../../services.ts';
import { providerFetch } from '../oidc/provider-metadata.ts';

/** Keys that a provider has withdrawn are used that long at most. */
const MAX_AGE_MS = 10 * 60_000;
/** Anybody can send a token that names an unknown key: the provider is asked again this often at most. */
const MIN_AGE_MS = 60_000;
const MAX_PROVIDERS = 1000;

interface Entry {
  readonly keys: Promise<ReturnType<typeof createLocalJWKSet>>;
  readonly at: number;
}

/** The keys of a provider, remembered on this node: logout tokens come without a sign-in that limits their number. */
export type KeysOf = (tenantId: TenantId, jwksUri: string) => JWTVerifyGetKey;

export function createKeysOf(services: Pick<Services, 'egressOf' | 'time'>): KeysOf {
  const { time } = services;
  const entries = new LRUCache<string, Entry>({ max: MAX_PROVIDERS });

  return (tenantId, jwksUri) => {
    const key = JSON.stringify([tenantId, jwksUri]);
    const entryOf = (maxAge: number): Entry => {
      const known = entries.get(key);
      if (known && time.monotonic() - known.at < maxAge) return known;
      const entry = { keys: fetchKeys(services, tenantId, jwksUri), at: time.monotonic() };
      entries.set(key, entry);
      return entry;
    };
    return async (header, token) => {
      const entry = entryOf(MAX_AGE_MS);
      try {
        return await (await entry.keys)(header, token);
      } catch (error) {
        // The provider may have replaced its keys, or not have responded.
        if (!(error instanceof errors.JWKSNoMatchingKey) && error instanceof errors.JOSEError) throw error;
        const newer = entryOf(MIN_AGE_MS);
        if (newer === entry) throw error;
        return (await newer.keys)(header, token);
      }
    };
  };
}

async function fetchKeys(
  services: Pick<Services, 'egressOf' | 'time'>,
  tenantId: TenantId,
  jwksUri: string,
): Promise<ReturnType<typeof createLocalJWKSet>> {
  const response = await providerFetch(services, tenantId)(jwksUri, {
    headers: { accept: 'application/json' },
  });
  if (response.status !== 200)
    throw new Error(`The keys of the provider came with status ${response.status}.`);
  return createLocalJWKSet(JSON.parse(await response.text()));
}
