import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { turns } from '../../../test/support/time/turns.ts';
import { api } from '../src/api/api.ts';
import { query } from '../src/api/query.ts';
import {
  cachedQuery,
  clearQueries,
  loadQuery,
  prefetch,
  startNavigation,
  watchQuery,
} from '../src/api/query-cache.ts';

describe('query cache', () => {
  const users = query('/users');
  const groups = query('/groups');
  let requests: string[] = [];
  let respond: (url: string) => Response | Promise<Response>;
  const { fetch: realFetch, localStorage: realStorage } = globalThis;
  beforeEach(() => {
    // The language of the admin app is in it, if one was chosen.
    globalThis.localStorage = { getItem: () => null } as unknown as Storage;
    requests = [];
    respond = (url) => Response.json({ url, round: requests.length });
    globalThis.fetch = async (url, init) => {
      requests.push(`${init?.method} ${url}`);
      return respond(String(url));
    };
    startNavigation();
  });
  afterEach(() => {
    clearQueries();
    Object.assign(globalThis, { fetch: realFetch, localStorage: realStorage });
  });
  const dataOf = (address: string) => cachedQuery(address).state.value.data;

  it('sends a prefetched query once, even if several components use it', async () => {
    prefetch([users]);
    const stops = [watchQuery(users.address), watchQuery(users.address)];
    await loadQuery(users);
    assert.deepEqual(requests, ['GET /api/v0/users']);
    for (const stop of stops) stop();
  });

  it('shows the cached response after a navigation and refetches it', async () => {
    await loadQuery(users);
    startNavigation();
    const stop = watchQuery(users.address);
    assert.deepEqual(dataOf(users.address), { url: '/api/v0/users', round: 1 });
    await loadQuery(users);
    assert.deepEqual(dataOf(users.address), { url: '/api/v0/users', round: 2 });
    stop();
  });

  it('after a write, refetches affected queries that are shown and drops the others', async () => {
    const one = query('/users/{id}', { path: { id: 'anna' } });
    await Promise.all([loadQuery(users), loadQuery(one), loadQuery(groups)]);
    const stop = watchQuery(users.address);
    requests = [];
    await api.delete('/users/{id}', { path: { id: 'anna' } });
    assert.equal(dataOf(one.address), undefined);
    assert.notEqual(dataOf(users.address), undefined);
    assert.notEqual(dataOf(groups.address), undefined);
    await turns(1);
    await loadQuery(users);
    assert.deepEqual(requests, ['DELETE /api/v0/users/anna', 'GET /api/v0/users']);
    stop();
  });

  it('drops a response to a request sent before a write', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    respond = () => promise;
    prefetch([users]);
    respond = () => new Response(null, { status: 204 });
    await api.delete('/users/{id}', { path: { id: 'anna' } });
    resolve(Response.json({ old: true }));
    await turns(1);
    assert.equal(dataOf(users.address), undefined);
  });

  it('keeps the cached response when a refetch fails', async () => {
    await loadQuery(users);
    respond = () => Promise.reject(new TypeError('offline'));
    startNavigation();
    await assert.rejects(loadQuery(users));
    assert.notEqual(dataOf(users.address), undefined);
    respond = () => Response.json({ message: 'Not found' }, { status: 404 });
    startNavigation();
    await assert.rejects(loadQuery(users));
    assert.equal(dataOf(users.address), undefined);
  });

  it('keeps at most 100 responses plus those that are shown', async () => {
    const stop = watchQuery(users.address);
    await loadQuery(users);
    const others = Array.from({ length: 150 }, (_, at) => query('/apps/{id}', { path: { id: `${at}` } }));
    await Promise.all(others.map(loadQuery));
    assert.notEqual(dataOf(users.address), undefined);
    assert.equal(dataOf('/apps/0'), undefined);
    stop();
  });
});
