import type { KeyObject } from 'node:crypto';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FetchedJson } from '../../platform/egress/fetch-json.ts';
import { isObject } from '../../platform/identity/strict-json.ts';
import type { Time } from '../../platform/time/time.ts';
import { jwkProblem, keyProblem, rsaPublicKey } from './import-public-key.ts';

const minute = 60_000;
const minLifetimeMs = minute;
const maxLifetimeMs = 15 * minute;
const maxStaleMs = 60 * minute;
const unknownKidPauseMs = 30_000;
const firstBackOffMs = 1000;
const maxBackOffMs = minute;

interface JwksState {
  readonly keys: readonly JwksKey[];
  readonly fetchedAt: number | undefined;
  readonly error: string | undefined;
}

interface Entry {
  readonly tenantId: TenantId;
  readonly url: string;
  keys: readonly JwksKey[];
  fetchedAt: number | undefined;
  freshUntil: number;
  failures: number;
  retryAt: number;
  error: string | undefined;
  unknownKidAt: number;
  fetching: Promise<void> | undefined;
}

/** Takes the tenant because allowed networks differ per tenant. */
type FetchJwks = (tenantId: TenantId, url: string) => Promise<Jwks>;

/** The keys of the tenants' JWKS addresses, refreshed as their cache headers say and kept through short outages. */
export class JwksCache {
  readonly #entries = new Map<TenantId, Entry>();
  readonly #fetch: FetchJwks;
  readonly #time: Time;

  constructor(fetch: FetchJwks, time: Time) {
    this.#fetch = fetch;
    this.#time = time;
  }

  /** Returns the keys to try for a `kid`, or a sentence that says why there are none. */
  async keysFor(
    tenantId: TenantId,
    url: string,
    kid: string | undefined,
  ): Promise<readonly KeyObject[] | string> {
    const entry = this.#entry(tenantId, url);
    const now = this.#time.now();
    if (!isAhead(entry.freshUntil, now, maxLifetimeMs) && !isAhead(entry.retryAt, now, maxBackOffMs))
      await this.#refresh(entry);
    let found = this.#usable(entry, kid);
    // Waits for a fetch in flight, so that no request is refused during a key rotation.
    if (found.length === 0 && entry.fetching) {
      await entry.fetching;
      found = this.#usable(entry, kid);
    }
    if (found.length === 0) {
      await this.#refreshForUnknownKid(entry);
      found = this.#usable(entry, kid);
    }
    if (found.length > 0) return found;
    if (entry.error) return `The JWKS could not be read: ${entry.error}`;
    const named = kid === undefined ? 'no key' : `no key with the kid '${kid}'`;
    return `The JWKS has ${named} that can verify RS512.`;
  }

  /** Returns keys listed since `keysFor`, for an assertion that none of `tried` verified. */
  async keysAddedSince(
    tenantId: TenantId,
    url: string,
    kid: string | undefined,
    tried: readonly KeyObject[],
  ): Promise<readonly KeyObject[]> {
    const entry = this.#entry(tenantId, url);
    await (entry.fetching ?? this.#refreshForUnknownKid(entry));
    return this.#usable(entry, kid).filter((key) => !tried.some((other) => other.equals(key)));
  }

  /** Fetches an address that is not registered yet; `keep` puts the result into the cache. */
  async preview(tenantId: TenantId, url: string): Promise<JwksState & { keep(): void }> {
    const entry = newEntry(tenantId, url);
    await this.#refresh(entry);
    const { keys, fetchedAt, error } = entry;
    return { keys, fetchedAt, error, keep: () => this.#entries.set(tenantId, entry) };
  }

  state(tenantId: TenantId, url: string): JwksState {
    const entry = this.#entries.get(tenantId);
    if (entry?.url !== url) return { keys: [], fetchedAt: undefined, error: undefined };
    return { keys: entry.keys, fetchedAt: entry.fetchedAt, error: entry.error };
  }

  #entry(tenantId: TenantId, url: string): Entry {
    let entry = this.#entries.get(tenantId);
    if (entry?.url !== url) {
      entry = newEntry(tenantId, url);
      this.#entries.set(tenantId, entry);
    }
    return entry;
  }

  #usable(entry: Entry, kid: string | undefined): KeyObject[] {
    if (entry.fetchedAt === undefined || entry.fetchedAt + maxStaleMs < this.#time.now()) return [];
    const usable = entry.keys.filter((key) => key.usable);
    return keysToTry(usable, kid).flatMap(({ key }) => (key ? [key] : []));
  }

  /** A key may have been added since the last fetch. Limited, because callers can make up any `kid`. */
  async #refreshForUnknownKid(entry: Entry): Promise<void> {
    const now = this.#time.now();
    const isTooSoon = isAhead(entry.unknownKidAt + unknownKidPauseMs, now, unknownKidPauseMs);
    if (isTooSoon || isAhead(entry.retryAt, now, maxBackOffMs)) return;
    entry.unknownKidAt = now;
    await this.#refresh(entry);
  }

  /** Concurrent callers share one fetch. */
  #refresh(entry: Entry): Promise<void> {
    entry.fetching ??= this.#fetchInto(entry).finally(() => {
      entry.fetching = undefined;
    });
    return entry.fetching;
  }

  async #fetchInto(entry: Entry): Promise<void> {
    try {
      const { keys, maxAgeSeconds } = await this.#fetch(entry.tenantId, entry.url);
      const now = this.#time.now();
      entry.keys = keys;
      entry.fetchedAt = now;
      entry.freshUntil =
        now + Math.min(maxLifetimeMs, Math.max(minLifetimeMs, (maxAgeSeconds ?? 300) * 1000));
      entry.failures = 0;
      entry.retryAt = 0;
      entry.error = undefined;
    } catch (error) {
      entry.failures += 1;
      entry.retryAt = this.#time.now() + Math.min(maxBackOffMs, firstBackOffMs * 2 ** (entry.failures - 1));
      entry.error = error instanceof Error ? error.message : String(error);
    }
  }
}

/** False for times further ahead than `maxMs`: the clock was set back, and waiting for them could take hours. */
function isAhead(time: number, now: number, maxMs: number): boolean {
  return time > now && time - now <= maxMs;
}

function newEntry(tenantId: TenantId, url: string): Entry {
  return {
    tenantId,
    url,
    keys: [],
    fetchedAt: undefined,
    freshUntil: 0,
    failures: 0,
    retryAt: 0,
    error: undefined,
    unknownKidAt: Number.NEGATIVE_INFINITY,
    fetching: undefined,
  };
}

export function createJwksCache(
  fetchJson: (tenantId: TenantId, url: string) => Promise<FetchedJson>,
  time: Time,
): JwksCache {
  return new JwksCache((tenantId, url) => readJwks(() => fetchJson(tenantId, url)), time);
}

interface JwksKey {
  readonly kid: string | undefined;
  readonly usable: boolean;
  /** Why it is not used. */
  readonly problem: string | undefined;
  readonly bits: number | undefined;
  readonly key: KeyObject | undefined;
}

interface Jwks {
  readonly keys: readonly JwksKey[];
  readonly maxAgeSeconds: number | undefined;
}

const maxKeys = 100;
/** For sets without `kid`s: each key that is tried costs a verification. */
const maxTried = 8;

/** The keys that may have signed an assertion with this `kid`. */
function keysToTry<Key extends { readonly kid: string | undefined }>(
  keys: readonly Key[],
  kid: string | undefined,
): readonly Key[] {
  return keys.filter((key) => kid === undefined || key.kid === kid).slice(0, maxTried);
}

/** Fetches a JWK Set. Keys of other types or for other uses are ignored, as RFC 7517 §5 recommends. */
async function readJwks(fetchJson: () => Promise<FetchedJson>): Promise<Jwks> {
  const { body, headers } = await fetchJson();
  if (!isObject(body) || !Array.isArray(body.keys)) {
    throw new Error("the response is not a JWK Set, which is an object with an array 'keys'.");
  }
  return { keys: body.keys.slice(0, maxKeys).map(readKey), maxAgeSeconds: maxAgeOf(headers) };
}

/** RFC 9111 §4.2.1, §5.2.2: how long the response may be reused. */
function maxAgeOf(headers: FetchedJson['headers']): number | undefined {
  const control = headers['cache-control'] ?? '';
  if (/(?:^|[,\s])no-(?:store|cache)(?:$|[,\s=])/i.test(control)) return 0;
  const maxAge = /(?:^|[,\s])max-age="?(\d{1,9})/i.exec(control)?.[1];
  if (maxAge !== undefined) return Number(maxAge);
  const seconds = (Date.parse(headers.expires ?? '') - Date.parse(headers.date ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function readKey(jwk: unknown): JwksKey {
  const kid = isObject(jwk) && typeof jwk.kid === 'string' ? jwk.kid : undefined;
  const unusable = (problem: string, bits?: number): JwksKey => ({
    kid,
    usable: false,
    problem,
    bits,
    key: undefined,
  });
  if (!isObject(jwk)) return unusable('is not an object');
  const otherUse = jwkProblem(jwk);
  if (otherUse) return unusable(otherUse);
  try {
    const key = rsaPublicKey(jwk);
    const bits = key.asymmetricKeyDetails?.modulusLength;
    const problem = keyProblem(key);
    return problem ? unusable(problem, bits) : { kid, usable: true, problem: undefined, bits, key };
  } catch {
    return unusable('cannot be read');
  }
}
