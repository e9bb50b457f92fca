import type { TenantId } from '@inlay/protocol/tenant-id';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { fetchJson } from '../../../platform/egress/fetch-json.ts';
import type { Services } from '../../../services.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import { faultOf } from '../oidc/fault-of.ts';
import { requestOptions } from '../oidc/provider-metadata.ts';

/** Keys that a provider has withdrawn are used that long at most. */
const MAX_AGE_MS = 10 * 60_000;
/** Limits fetches that tokens with unknown keys can cause. */
const MIN_AGE_MS = 60_000;
const MAX_PROVIDERS = 1000;

interface Entry {
  readonly keys: Promise<ReturnType<typeof createLocalJWKSet>>;
  readonly at: number;
}

/**
 * The keys of a provider, remembered on this node: logout tokens come without a sign-in that limits their number. Rejects
 * with `ProviderFault` if they cannot be fetched.
 */
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
        // The provider may have replaced its keys, or not have sent any. Tokens without a key id are refused if several
        // keys match: with several keys, providers have to send it (OpenID Connect Core 1.0 §10.1).
        if (!(error instanceof errors.JWKSNoMatchingKey || error instanceof ProviderFault)) throw error;
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
  try {
    const { body } = await fetchJson(jwksUri, requestOptions(services, tenantId));
    return createLocalJWKSet(body as JSONWebKeySet);
  } catch (error) {
    throw faultOf('id-token', error);
  }
}
