import assert from 'node:assert/strict';
import test from 'node:test';
import { timeAt } from '../../../../../test/support/time/fake-time.ts';
import { type CacheRequest, createResultCache } from '../../../src/platform/query/result/result-cache.ts';
import { type CacheKeyParts, resultCacheKey } from '../../../src/platform/query/result/result-cache-key.ts';
import { createVault } from '../../../src/platform/vault/vault.ts';

function setUp(limits: { readonly maxBytesPerTenant?: number; readonly maxBytes?: number } = {}) {
  let now = 0;
  let loads = 0;
  const cache = createResultCache<string>({
    time: timeAt(() => now),
    maxBytesPerTenant: 1000,
    maxBytes: 10_000,
    sizeOf: (value) => value.length,
    ...limits,
  });
  const request = (key: string, more: Partial<CacheRequest<string>> = {}): CacheRequest<string> => ({
    tenantId: 'acme',
    key,
    freshSeconds: 60,
    load: async () => {
      loads += 1;
      return `${key} ${loads}`;
    },
    ...more,
  });
  return {
    cache,
    request,
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
    loads: () => loads,
  };
}

test('result cache: serves a result while it is fresh and loads it again after that', async () => {
  const { cache, request, pass } = setUp();
  assert.deepEqual(await cache.get(request('q')), { value: 'q 1', from: 'engine' });
  pass(59);
  assert.deepEqual(await cache.get(request('q')), { value: 'q 1', from: 'cache' });
  pass(1);
  assert.deepEqual(await cache.get(request('q')), { value: 'q 2', from: 'engine' });
});

test('result cache: keeps two entries for the same key of two tenants', async () => {
  const { cache, request, loads } = setUp();
  await cache.get(request('q'));
  await cache.get(request('q', { tenantId: 'globex' }));
  assert.equal(loads(), 2);
});

test('result cache: runs equal queries in flight once; a failure reaches all callers and is not cached', async () => {
  const { cache, request, loads } = setUp();
  const results = await Promise.all([
    cache.get(request('q')),
    cache.get(request('q')),
    cache.get(request('q')),
  ]);
  assert.equal(loads(), 1);
  assert.deepEqual(
    results.map((result) => result.from),
    ['engine', 'flight', 'flight'],
  );
  const failing = request('bad', { load: () => Promise.reject(new Error('engine down')) });
  const outcomes = await Promise.allSettled([cache.get(failing), cache.get(failing)]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['rejected', 'rejected'],
  );
  assert.equal((await cache.get(request('bad'))).from, 'engine');
});

test('result cache: shares only results in flight if caching is off', async () => {
  const { cache, request, loads } = setUp();
  const none = { freshSeconds: 0 };
  await Promise.all([cache.get(request('q', none)), cache.get(request('q', none))]);
  assert.equal(loads(), 1);
  await cache.get(request('q', none));
  assert.equal(loads(), 2);
  assert.equal(cache.bytesOf('acme'), 0);
});

test('result cache: a tenant over its limit loses its least recently used result, other tenants lose nothing', async () => {
  const { cache, request } = setUp({ maxBytesPerTenant: 250 });
  const big = (key: string, tenantId = 'acme') =>
    cache.get(request(key, { tenantId, load: async () => 'x'.repeat(99) }));
  await big('1', 'globex');
  await big('1');
  await big('2');
  await big('1');
  await big('3');
  assert.equal((await big('1')).from, 'cache');
  assert.equal((await big('2')).from, 'engine');
  assert.equal((await big('1', 'globex')).from, 'cache');
  assert.ok(cache.bytesOf('acme') <= 250);
});

test('result cache: all tenants together stay within the limit of the process', async () => {
  const { cache, request } = setUp({ maxBytes: 250 });
  const big = (tenantId: string) => cache.get(request('k', { tenantId, load: async () => 'x'.repeat(99) }));
  for (const tenantId of ['a', 'b', 'c']) await big(tenantId);
  assert.deepEqual(['a', 'b', 'c'].map(cache.bytesOf), [0, 100, 100]);
});

test('result cache: returns a result larger than the limit but does not cache it', async () => {
  const { cache, request } = setUp({ maxBytesPerTenant: 10 });
  assert.equal((await cache.get(request('q', { load: async () => 'x'.repeat(11) }))).value.length, 11);
  assert.equal(cache.bytesOf('acme'), 0);
});

test('result cache: aborts a load when its last caller has gone, not before', async () => {
  const { cache, request } = setUp();
  let aborted = false;
  const load = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => {
      signal.addEventListener('abort', () => {
        aborted = true;
        reject(signal.reason);
      });
    });
  const [first, second] = [new AbortController(), new AbortController()];
  const one = cache.get(request('q', { load, signal: first.signal }));
  const two = cache.get(request('q', { load, signal: second.signal }));
  await new Promise((resolve) => setImmediate(resolve));
  first.abort(new Error('left'));
  await assert.rejects(one, /left/);
  assert.equal(aborted, false);
  second.abort(new Error('left too'));
  await assert.rejects(two, /left too/);
  assert.equal(aborted, true);
  assert.equal((await cache.get(request('q'))).from, 'engine');
});

test('result cache: clearing a tenant drops its results and does not cache loads in flight', async () => {
  const { cache, request } = setUp();
  await cache.get(request('kept'));
  const flying = cache.get(request('flying'));
  cache.forget('acme');
  await flying;
  assert.equal(cache.bytesOf('acme'), 0);
  assert.equal((await cache.get(request('flying'))).from, 'engine');
});

const parts: CacheKeyParts = {
  tenantId: 'acme',
  connection: { id: 'c', host: 'db', database: 'sales', user: 'u', credential: 'canary-secret' },
  datasetId: 'orders',
  versions: [1],
  statement: { sql: 'SELECT $1', params: ['EU'] },
  timeZone: 'UTC',
  query: '{}',
};

test('result cache key: every part changes it, and none can be read from it', () => {
  const { fingerprint } = createVault(Buffer.alloc(32, 7));
  const keyed = (text: string) => fingerprint('result', text);
  const { connection, statement } = parts;
  const variants: readonly CacheKeyParts[] = [
    parts,
    { ...parts, tenantId: 'globex' },
    ...(['id', 'host', 'database', 'user', 'credential'] as const).map((field) => ({
      ...parts,
      connection: { ...connection, [field]: 'other' },
    })),
    { ...parts, datasetId: 'other' },
    { ...parts, versions: [2] },
    { ...parts, statement: { ...statement, sql: 'SELECT $1, 1' } },
    { ...parts, statement: { ...statement, params: ['US'] } },
    { ...parts, statement: { ...statement, params: ['1'] } },
    { ...parts, statement: { ...statement, params: [1] } },
    { ...parts, statement: { ...statement, params: ['E', 'U'] } },
    { ...parts, timeZone: 'Europe/Zurich' },
    { ...parts, query: '{"totals":true}' },
  ];
  const keys = variants.map((variant) => resultCacheKey(keyed, variant));
  assert.equal(new Set(keys).size, variants.length);
  assert.notEqual(
    resultCacheKey((text) => createVault(Buffer.alloc(32)).fingerprint('result', text), parts),
    keys[0],
  );
  assert.ok(keys.every((key) => /^[\w-]{43}$/.test(key)));
});
