import { type Signal, signal } from '@preact/signals';
import { type ApiError, asApiError } from './api-error.ts';
import type { Query } from './query.ts';
import { request } from './request.ts';

export interface QueryState {
  readonly data?: unknown;
  readonly error?: ApiError;
}

export interface CachedQuery {
  readonly state: Signal<QueryState>;
  /** Components that show it. */
  watchers: number;
  /** The navigation during which it was last requested; none if a write has outdated it since. */
  requestedIn: number | undefined;
  requestedAt: number;
  /** Increased with each request and change, so that late responses are dropped. */
  version: number;
  response: Promise<unknown> | undefined;
}

const MAX_ENTRIES = 100;
const FRESH_MS = 30_000;

const cache = new Map<string, CachedQuery>();
let navigation = 0;

/** Cached responses are shown again after a navigation, but requested once more. */
export function startNavigation(): void {
  navigation++;
}

export function cachedQuery(address: string): CachedQuery {
  const known = cache.get(address);
  const entry = known ?? {
    state: signal<QueryState>({}),
    watchers: 0,
    requestedIn: undefined,
    requestedAt: 0,
    version: 0,
    response: undefined,
  };
  cache.delete(address);
  cache.set(address, entry);
  if (cache.size > MAX_ENTRIES) dropOldest();
  return entry;
}

function dropOldest(): void {
  for (const [address, { watchers }] of cache) {
    if (watchers === 0) {
      cache.delete(address);
      return;
    }
  }
}

/** Requests what the next screen starts with, so that it need not wait for its own code. */
export function prefetch(queries: readonly Query<unknown>[]): void {
  for (const { address } of queries) revalidate(address);
}

/** Counts a component that shows the query, and requests it unless that has just been done. */
export function watchQuery(address: string): () => void {
  const entry = cachedQuery(address);
  entry.watchers++;
  revalidate(address);
  return () => {
    entry.watchers--;
  };
}

/** The response of a query outside of components, shared with them. */
export async function loadQuery<T>({ address }: Query<T>): Promise<T> {
  revalidate(address);
  return cachedQuery(address).response as Promise<T>;
}

function revalidate(address: string): void {
  const entry = cachedQuery(address);
  const isFresh = entry.requestedIn === navigation && Date.now() - entry.requestedAt < FRESH_MS;
  if (!isFresh) refresh(address);
}

/** Requests a query again; the cached response stays until the new one has arrived. */
export function refresh(address: string): void {
  const entry = cachedQuery(address);
  entry.requestedIn = navigation;
  entry.requestedAt = Date.now();
  const version = ++entry.version;
  entry.response = request('GET', address);
  entry.response.then(
    (data) => {
      if (entry.version === version) entry.state.value = { data };
    },
    (thrown: unknown) => {
      const error = asApiError(thrown);
      // Without a connection, a cached response is better than an error.
      const keepsData = error.status === 0 && entry.state.peek().data !== undefined;
      if (entry.version === version && !keepsData) entry.state.value = { error };
    },
  );
}

/** Puts the response of a write in place of the cached one. */
export function replaceData(address: string, data: unknown): void {
  const entry = cachedQuery(address);
  entry.version++;
  entry.requestedIn = navigation;
  entry.requestedAt = Date.now();
  entry.response = Promise.resolve(data);
  entry.state.value = { data };
}

/** After a write: queries below the path that are shown are requested again, and others are forgotten. */
export function invalidate(path: string): void {
  for (const [address, entry] of cache) {
    if (!isBelow(address, path)) continue;
    entry.version++;
    entry.requestedIn = undefined;
    if (entry.watchers === 0) entry.state.value = {};
  }
  // Later, because the code that wrote may put the response in place or request the query itself.
  setTimeout(() => {
    for (const [address, { watchers, requestedIn }] of [...cache])
      if (watchers > 0 && requestedIn === undefined && isBelow(address, path)) refresh(address);
  });
}

const isBelow = (address: string, path: string): boolean =>
  address.startsWith(path) && ['', '/', '?'].includes(address.charAt(path.length));

export function clearQueries(): void {
  for (const entry of cache.values()) entry.version++;
  cache.clear();
}
