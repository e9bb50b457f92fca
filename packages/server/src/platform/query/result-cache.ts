/** Answers kept for a while, within a bound of memory for each tenant; equal questions in flight run once. */
export interface ResultCache<T> {
  /**
   * The cached answer, or that of `load`. Callers with the same key share one load; it is aborted when the last of
   * them has gone away. A failed load is not kept.
   */
  get(request: CacheRequest<T>): Promise<CachedAnswer<T>>;
  /** Forgets what is kept for a tenant. A load in flight ends but is not kept. */
  forget(tenantId: string): void;
  bytesOf(tenantId: string): number;
}

export interface CacheRequest<T> {
  readonly tenantId: string;
  readonly key: string;
  /** How long an answer is served without asking again; 0 keeps nothing. */
  readonly freshSeconds: number;
  readonly load: (signal: AbortSignal) => Promise<T>;
  readonly signal?: AbortSignal;
}

export interface CachedAnswer<T> {
  readonly value: T;
  readonly from: 'engine' | 'flight' | 'cache';
}

export interface ResultCacheOptions<T> {
  /** Milliseconds, only ever compared with each other. */
  readonly clock: () => number;
  readonly maxBytesPerTenant: number;
  readonly maxBytes: number;
  readonly sizeOf: (value: T) => number;
}

interface Entry<T> {
  readonly tenantId: string;
  readonly key: string;
  readonly value: T;
  readonly bytes: number;
  readonly loadedAt: number;
}

interface Flight<T> {
  readonly promise: Promise<T>;
  readonly abort: AbortController;
  waiting: number;
  keep: boolean;
}

export function createResultCache<T>(options: ResultCacheOptions<T>): ResultCache<T> {
  // Maps keep insertion order, so the first entry is the one used longest ago. `all` spans tenants, by the same order.
  const tenants = new Map<string, Map<string, Entry<T>>>();
  const bytes = new Map<string, number>();
  const all = new Map<Entry<T>, true>();
  const flights = new Map<string, Flight<T>>();
  let total = 0;

  const idOf = ({ tenantId, key }: { readonly tenantId: string; readonly key: string }) =>
    JSON.stringify([tenantId, key]);

  function remove(entry: Entry<T>): void {
    const kept = tenants.get(entry.tenantId);
    if (kept?.get(entry.key) !== entry) return;
    kept.delete(entry.key);
    all.delete(entry);
    total -= entry.bytes;
    const left = (bytes.get(entry.tenantId) ?? 0) - entry.bytes;
    if (kept.size === 0) {
      tenants.delete(entry.tenantId);
      bytes.delete(entry.tenantId);
    } else bytes.set(entry.tenantId, left);
  }

  function keep(request: CacheRequest<T>, value: T): void {
    const size = options.sizeOf(value) + request.key.length;
    const previous = tenants.get(request.tenantId)?.get(request.key);
    if (previous !== undefined) remove(previous);
    if (request.freshSeconds <= 0 || size > options.maxBytesPerTenant || size > options.maxBytes) return;
    const entry = {
      tenantId: request.tenantId,
      key: request.key,
      value,
      bytes: size,
      loadedAt: options.clock(),
    };
    const kept = tenants.get(request.tenantId) ?? new Map<string, Entry<T>>();
    tenants.set(request.tenantId, kept.set(request.key, entry));
    all.set(entry, true);
    bytes.set(request.tenantId, (bytes.get(request.tenantId) ?? 0) + size);
    total += size;
    while ((bytes.get(request.tenantId) ?? 0) > options.maxBytesPerTenant) removeFirst(kept.values());
    while (total > options.maxBytes) removeFirst(all.keys());
  }

  function removeFirst(entries: Iterator<Entry<T>>): void {
    const { value, done } = entries.next();
    if (done !== true) remove(value);
  }

  function touch(entry: Entry<T>): void {
    const kept = tenants.get(entry.tenantId);
    kept?.delete(entry.key);
    kept?.set(entry.key, entry);
    all.delete(entry);
    all.set(entry, true);
  }

  function start(request: CacheRequest<T>): Flight<T> {
    const id = idOf(request);
    const abort = new AbortController();
    const promise = Promise.resolve()
      .then(() => request.load(abort.signal))
      .then((value) => {
        if (flight.keep) keep(request, value);
        return value;
      })
      .finally(() => {
        if (flights.get(id) === flight) flights.delete(id);
      });
    // Each waiter handles the failure itself; with none left it is no one's.
    promise.catch(() => {});
    const flight: Flight<T> = { promise, abort, waiting: 0, keep: true };
    flights.set(id, flight);
    return flight;
  }

  function join(flight: Flight<T>, request: CacheRequest<T>): Promise<T> {
    const { signal } = request;
    signal?.throwIfAborted();
    flight.waiting += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          flight.abort.abort(signal?.reason);
          // Whoever comes next must not join a load that is being given up.
          if (flights.get(idOf(request)) === flight) flights.delete(idOf(request));
        }
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      flight.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
    });
  }

  return {
    async get(request) {
      request.signal?.throwIfAborted();
      const entry = tenants.get(request.tenantId)?.get(request.key);
      const age = entry ? options.clock() - entry.loadedAt : 0;
      // A negative age: the clock was set back, and would keep the entry for as long as that.
      if (entry && age >= 0 && age < request.freshSeconds * 1000) {
        touch(entry);
        return { value: entry.value, from: 'cache' };
      }
      const flying = flights.get(idOf(request));
      if (flying !== undefined) return { value: await join(flying, request), from: 'flight' };
      return { value: await join(start(request), request), from: 'engine' };
    },
    forget(tenantId) {
      for (const entry of [...(tenants.get(tenantId)?.values() ?? [])]) remove(entry);
      for (const [id, flight] of flights) {
        if ((JSON.parse(id) as [string])[0] !== tenantId) continue;
        flight.keep = false;
        flights.delete(id);
      }
    },
    bytesOf: (tenantId) => bytes.get(tenantId) ?? 0,
  };
}
