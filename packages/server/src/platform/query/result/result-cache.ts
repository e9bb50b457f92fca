import { LRUCache } from 'lru-cache';
import type { Time } from '../../time/time.ts';

/** Query results, kept for a while within a memory limit per tenant; equal queries in flight run once (ADR 264). */
export interface ResultCache<T> {
  /**
   * Returns the cached result, or the result of `load`. Callers with the same key share one load, which is aborted when
   * the last of them has gone away. A failed load is not cached.
   */
  get(request: CacheRequest<T>): Promise<CachedResult<T>>;
  /** Drops the tenant's results. A load in flight completes but is not cached. */
  forget(tenantId: string): void;
  bytesOf(tenantId: string): number;
}

export interface CacheRequest<T> {
  readonly tenantId: string;
  readonly key: string;
  /** How old a cached result may be; 0 caches nothing. */
  readonly freshSeconds: number;
  readonly load: (signal: AbortSignal) => Promise<T>;
  readonly signal?: AbortSignal;
}

export interface CachedResult<T> {
  readonly value: T;
  readonly from: 'engine' | 'flight' | 'cache';
}

export interface ResultCacheOptions<T> {
  readonly time: Time;
  readonly maxBytesPerTenant: number;
  readonly maxBytes: number;
  readonly sizeOf: (value: T) => number | Promise<number>;
}

interface Entry<T> {
  readonly tenantId: string;
  readonly key: string;
  readonly value: T;
  readonly bytes: number;
  readonly loadedAt: number;
}

interface Flight<T> {
  readonly tenantId: string;
  readonly promise: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
}

export function createResultCache<T>({ time, sizeOf, ...limits }: ResultCacheOptions<T>): ResultCache<T> {
  // `lru-cache` rejects a limit of 0; no result is as small as 1.
  const maxBytes = Math.max(1, limits.maxBytes);
  const maxBytesPerTenant = Math.min(maxBytes, Math.max(1, limits.maxBytesPerTenant));
  // An entry is in the cache of its tenant and in `all`, and leaves both together.
  const tenants = new Map<string, LRUCache<string, Entry<T>>>();
  const all = new LRUCache<Entry<T>, true>({
    maxSize: maxBytes,
    sizeCalculation: (_, { bytes }) => bytes,
    disposeAfter: (_, { tenantId, key }) => tenants.get(tenantId)?.delete(key),
  });
  const flights = new Map<string, Flight<T>>();

  function openTenant(tenantId: string): LRUCache<string, Entry<T>> {
    const entries = new LRUCache<string, Entry<T>>({
      maxSize: maxBytesPerTenant,
      sizeCalculation: ({ bytes }) => bytes,
      disposeAfter: (entry) => {
        all.delete(entry);
        if (entries.size === 0) tenants.delete(tenantId);
      },
    });
    tenants.set(tenantId, entries);
    return entries;
  }

  function keep({ tenantId, key, freshSeconds }: CacheRequest<T>, value: T, size: number): void {
    tenants.get(tenantId)?.delete(key);
    const bytes = size + key.length;
    if (freshSeconds <= 0 || bytes > maxBytesPerTenant) return;
    const entry = { tenantId, key, value, bytes, loadedAt: time.now() };
    (tenants.get(tenantId) ?? openTenant(tenantId)).set(key, entry);
    all.set(entry, true);
  }

  function start(request: CacheRequest<T>, id: string): Flight<T> {
    const abort = new AbortController();
    const promise = Promise.resolve()
      .then(() => request.load(abort.signal))
      .then(async (value) => {
        const size = await sizeOf(value);
        if (flights.get(id) === flight) keep(request, value, size);
        return value;
      })
      .finally(() => end(id, flight));
    // Each waiter handles the failure itself; with none left, nobody needs it.
    promise.catch(() => {});
    const flight: Flight<T> = { tenantId: request.tenantId, promise, abort, waiting: 0 };
    flights.set(id, flight);
    return flight;
  }

  /** A flight that is no longer listed is neither joined nor cached. */
  function end(id: string, flight: Flight<T>): void {
    if (flights.get(id) === flight) flights.delete(id);
  }

  function join(id: string, flight: Flight<T>, signal: AbortSignal | undefined): Promise<T> {
    flight.waiting += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          flight.abort.abort(signal?.reason);
          end(id, flight);
        }
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      flight.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
    });
  }

  return {
    async get(request) {
      const { tenantId, key, signal } = request;
      signal?.throwIfAborted();
      const entry = tenants.get(tenantId)?.peek(key);
      const age = entry ? time.now() - entry.loadedAt : 0;
      // A negative age: the clock was set back, and would keep the entry for as long as that.
      if (entry && age >= 0 && age < request.freshSeconds * 1000) {
        tenants.get(tenantId)?.get(key);
        all.get(entry);
        return { value: entry.value, from: 'cache' };
      }
      const id = JSON.stringify([tenantId, key]);
      const flying = flights.get(id);
      if (flying) return { value: await join(id, flying, signal), from: 'flight' };
      return { value: await join(id, start(request, id), signal), from: 'engine' };
    },
    forget(tenantId) {
      tenants.get(tenantId)?.clear();
      for (const [id, flight] of flights) if (flight.tenantId === tenantId) flights.delete(id);
    },
    bytesOf: (tenantId) => tenants.get(tenantId)?.calculatedSize ?? 0,
  };
}
