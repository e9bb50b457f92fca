import type { KeyObject } from 'node:crypto';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FetchedJson } from '../../platform/egress/fetch-json.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type Jwks, type JwksKey, keysToTry, readJwks } from './read-jwks.ts';

const minute = 60_000;
const leastLifeMs = minute;
const mostLifeMs = 15 * minute;
const lastGoodMs = 60 * minute;
const unknownKidMs = 30_000;
const firstBackOffMs = 1000;
const mostBackOffMs = minute;

export interface JwksState {
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

/** Which addresses may be reached depends on the tenant. */
export type FetchJwks = (tenantId: TenantId, url: string) => Promise<Jwks>;

/** The keys behind the tenants' JWKS addresses, fetched no more often than needed and kept through short outages. */
export class JwksCache {
  readonly #entries = new Map<TenantId, Entry>();
  readonly #fetch: FetchJwks;
  readonly #clock: Clock;

  constructor(fetch: FetchJwks, clock: Clock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  /** The whole set, where it is fresh enough for nobody to be asked. The same array until it is fetched again. */
  fresh(tenantId: TenantId, url: string): readonly JwksKey[] | undefined {
    const entry = this.#entries.get(tenantId);
    return entry?.url === url && isAhead(entry.freshUntil, this.#clock(), mostLifeMs)
      ? entry.keys
      : undefined;
  }

  /** Keys to try for a `kid`, or why there are none. */
  async keysFor(
    tenantId: TenantId,
    url: string,
    kid: string | undefined,
  ): Promise<readonly KeyObject[] | string> {
    const entry = this.#entry(tenantId, url);
    const now = this.#clock();
    if (!isAhead(entry.freshUntil, now, mostLifeMs) && !isAhead(entry.retryAt, now, mostBackOffMs))
      await this.#refresh(entry);
    let found = this.#usable(entry, kid);
    // Somebody is looking already: a rotation refuses nobody who comes meanwhile.
    if (found.length === 0 && entry.fetching) {
      await entry.fetching;
      found = this.#usable(entry, kid);
    }
    if (found.length === 0) {
      await this.#lookAgain(entry);
      found = this.#usable(entry, kid);
    }
    if (found.length > 0) return found;
    if (entry.error) return `The JWKS address could not be read: ${entry.error}`;
    const named = kid === undefined ? 'no key' : `no key with the kid '${kid}'`;
    return `The JWKS address lists ${named} that can verify RS512.`;
  }

  /** Keys that were listed since, for an assertion that none of those from `keysFor` verified. */
  async keysAddedSince(
    tenantId: TenantId,
    url: string,
    kid: string | undefined,
    tried: readonly KeyObject[],
  ): Promise<readonly KeyObject[]> {
    const entry = this.#entry(tenantId, url);
    await (entry.fetching ?? this.#lookAgain(entry));
    return this.#usable(entry, kid).filter((key) => !tried.some((other) => other.equals(key)));
  }

  /** Reads an address that is not in use yet. `keep` takes what was read into use. */
  async look(tenantId: TenantId, url: string): Promise<JwksState & { keep(): void }> {
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
    if (entry.fetchedAt === undefined || entry.fetchedAt + lastGoodMs < this.#clock()) return [];
    const usable = entry.keys.filter((key) => key.usable);
    return keysToTry(usable, kid).flatMap(({ key }) => (key ? [key] : []));
  }

  /** A key may have been added since the last fetch: look again, but not for every made-up `kid`. */
  async #lookAgain(entry: Entry): Promise<void> {
    const now = this.#clock();
    const lookedAlready = isAhead(entry.unknownKidAt + unknownKidMs, now, unknownKidMs);
    if (lookedAlready || isAhead(entry.retryAt, now, mostBackOffMs)) return;
    entry.unknownKidAt = now;
    await this.#refresh(entry);
  }

  /** Callers that come while a fetch is under way share it. */
  #refresh(entry: Entry): Promise<void> {
    entry.fetching ??= this.#fetchInto(entry).finally(() => {
      entry.fetching = undefined;
    });
    return entry.fetching;
  }

  async #fetchInto(entry: Entry): Promise<void> {
    try {
      const { keys, maxAgeSeconds } = await this.#fetch(entry.tenantId, entry.url);
      const now = this.#clock();
      entry.keys = keys;
      entry.fetchedAt = now;
      entry.freshUntil = now + Math.min(mostLifeMs, Math.max(leastLifeMs, (maxAgeSeconds ?? 300) * 1000));
      entry.failures = 0;
      entry.retryAt = 0;
      entry.error = undefined;
    } catch (error) {
      entry.failures += 1;
      entry.retryAt = this.#clock() + Math.min(mostBackOffMs, firstBackOffMs * 2 ** (entry.failures - 1));
      entry.error = error instanceof Error ? error.message : String(error);
    }
  }
}

/** Further ahead than it was ever set: the clock was set back since, and waiting for it could take hours. */
function isAhead(time: number, now: number, mostMs: number): boolean {
  return time > now && time - now <= mostMs;
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
  clock: Clock,
): JwksCache {
  return new JwksCache((tenantId, url) => readJwks(() => fetchJson(tenantId, url)), clock);
}
