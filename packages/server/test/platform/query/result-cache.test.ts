import assert from 'node:assert/strict';
import test from 'node:test';
import { type CacheRequest, createResultCache } from '../../../src/platform/query/result-cache.ts';
import { type CacheKeyParts, resultCacheKey } from '../../../src/platform/query/result-cache-key.ts';
import { createVault } from '../../../src/platform/vault/vault.ts';

function setUp(limits: { readonly maxBytesPerTenant?: number; readonly maxBytes?: number } = {}) {
  let now = 0;
  let loads = 0;
  const cache = createResultCache<string>({
    clock: () => now,
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

test('serves a kept answer while it is fresh and asks again after', async () => {
  const { cache, request, pass } = setUp();
  assert.deepEqual(await cache.get(request('q')), { value: 'q 1', from: 'engine' });
  pass(59);
  assert.deepEqual(await cache.get(request('q')), { value: 'q 1', from: 'cache' });
  pass(1);
  assert.deepEqual(await cache.get(request('q')), { value: 'q 2', from: 'engine' });
});

test('the same key of two tenants is two entries', async () => {
  const { cache, request, loads } = setUp();
  await cache.get(request('q'));
  await cache.get(request('q', { tenantId: 'globex' }));
  assert.equal(loads(), 2);
});

test('equal questions in flight run once, and a failure is told to all and kept for none', async () => {
  const { cache, request, loads } = setUp();
  const answers = await Promise.all([
    cache.get(request('q')),
    cache.get(request('q')),
    cache.get(request('q')),
  ]);
  assert.equal(loads(), 1);
  assert.deepEqual(
    answers.map((answer) => answer.from),
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

test('without a time to keep it, an answer is shared in flight only', async () => {
  const { cache, request, loads } = setUp();
  const none = { freshSeconds: 0 };
  await Promise.all([cache.get(request('q', none)), cache.get(request('q', none))]);
  assert.equal(loads(), 1);
  await cache.get(request('q', none));
  assert.equal(loads(), 2);
  assert.equal(cache.bytesOf('acme'), 0);
});

test('a tenant past its bound loses what it used longest ago, and no other tenant loses anything', async () => {
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

test('all tenants together stay within the bound of the process', async () => {
  const { cache, request } = setUp({ maxBytes: 250 });
  const big = (tenantId: string) => cache.get(request('k', { tenantId, load: async () => 'x'.repeat(99) }));
  for (const tenantId of ['a', 'b', 'c']) await big(tenantId);
  assert.deepEqual(['a', 'b', 'c'].map(cache.bytesOf), [0, 100, 100]);
});

test('an answer larger than the bound is given but not kept', async () => {
  const { cache, request } = setUp({ maxBytesPerTenant: 10 });
  assert.equal((await cache.get(request('q', { load: async () => 'x'.repeat(11) }))).value.length, 11);
  assert.equal(cache.bytesOf('acme'), 0);
});

test('a load is aborted when the last of those who wait for it has gone, not before', async () => {
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

test('forgetting a tenant drops its answers and keeps none that is still on its way', async () => {
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
  datasetVersion: 1,
  statement: { sql: 'SELECT $1', params: ['EU'] },
  timeZone: 'UTC',
  question: '{}',
};

test('every part of a key changes it, and none can be read in it', () => {
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
    { ...parts, datasetVersion: 2 },
    { ...parts, statement: { ...statement, sql: 'SELECT $1, 1' } },
    { ...parts, statement: { ...statement, params: ['US'] } },
    { ...parts, statement: { ...statement, params: ['1'] } },
    { ...parts, statement: { ...statement, params: [1] } },
    { ...parts, statement: { ...statement, params: ['E', 'U'] } },
    { ...parts, timeZone: 'Europe/Zurich' },
    { ...parts, question: '{"totals":true}' },
  ];
  const keys = variants.map((variant) => resultCacheKey(keyed, variant));
  assert.equal(new Set(keys).size, variants.length);
  assert.notEqual(
    resultCacheKey((text) => createVault(Buffer.alloc(32)).fingerprint('result', text), parts),
    keys[0],
  );
  assert.ok(keys.every((key) => /^[\w-]{43}$/.test(key)));
});
