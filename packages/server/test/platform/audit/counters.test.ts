import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AccessLog } from '@inlay/server/platform/audit/access-log';
import { RefusalCounter } from '@inlay/server/platform/audit/refusal-counter';
import { UsageCounter } from '@inlay/server/platform/counters/usage-counter';
import type { Queries, Store } from '@inlay/server/platform/store/store';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';

const tenant = 'demo' as TenantId;

/** A store that keeps nothing but what it was asked to insert; `fails` makes it refuse. */
function watchedStore() {
  const state = {
    fails: false,
    inserted: [] as { key: string; count: number; longest_ms: number }[],
    writes: 0,
  };
  const insert = (row: (typeof state.inserted)[number]) => ({
    onConflict: () => ({ execute: async () => void state.inserted.push(row) }),
  });
  const changeEach = async (_: unknown, each: readonly (readonly unknown[])[]) => {
    for (const [, , , key, count, , longest_ms] of each as [
      string,
      number,
      string,
      string,
      number,
      number,
      number,
    ][])
      state.inserted.push({ key, count, longest_ms });
    return each.map(() => 1);
  };
  const queries = {
    engine: 'sqlite',
    tenant: () => ({ insertInto: (_: string, row: never) => insert(row) }),
    changeEach,
    run: async () => [],
  };
  const store = {
    write: async (work: (transaction: Queries) => Promise<void>) => {
      state.writes += 1;
      if (state.fails) throw new Error('the disk is full');
      return work(queries as unknown as Queries);
    },
  };
  return { state, store: store as unknown as Store };
}

describe('usage counter', () => {
  it('adds up in memory and writes one row per object', async () => {
    const { state, store } = watchedStore();
    const counter = new UsageCounter({ store, time: fakeTime(), onError: () => {} });
    for (let times = 0; times < 1000; times += 1) counter.count(tenant, times, 'view', 'a', times);
    counter.count(tenant, 0, 'view', 'b');
    assert.equal(state.writes, 0);
    await counter.flush();
    assert.equal(state.writes, 1);
    assert.deepEqual(
      state.inserted.map(({ key, count, longest_ms }) => [key, count, longest_ms]),
      [
        ['a', 1000, 999],
        ['b', 1, 0],
      ],
    );
  });

  it('writes the counts of an hour, a viewer and a month in one transaction', async () => {
    const { state, store } = watchedStore();
    const counter = new UsageCounter({ store, time: fakeTime(), onError: () => {} });
    for (const username of ['ann', 'bob'])
      counter.countFor({ tenantId: tenant, workspaceId: 'main', username }, 0, 'view', 'a');
    counter.count(tenant, 0, 'query', 'b');
    await counter.flush();
    assert.equal(state.writes, 1);
    assert.deepEqual(
      state.inserted.slice(0, 2).map(({ key, count }) => [key, count]),
      [
        ['b', 1],
        ['a', 2],
      ],
    );
    assert.equal(state.inserted.length, 4, 'two objects and two viewers');
  });

  it('keeps counts that could not be written for the next flush, and logs the error', async () => {
    const { state, store } = watchedStore();
    const errors: unknown[] = [];
    const counter = new UsageCounter({ store, time: fakeTime(), onError: (error) => errors.push(error) });
    counter.count(tenant, 0, 'exchange');
    state.fails = true;
    await counter.flush();
    assert.equal(errors.length, 1);
    state.fails = false;
    counter.count(tenant, 0, 'exchange');
    await counter.flush();
    assert.deepEqual(
      state.inserted.map(({ count }) => count),
      [2],
    );
  });

  it('writes pending counts after three seconds', async () => {
    const { state, store } = watchedStore();
    const time = fakeTime();
    const counter = new UsageCounter({ store, time, onError: () => {} });
    counter.count(tenant, 0, 'exchange');
    await time.advance(2999);
    assert.equal(state.writes, 0);
    await time.advance(1);
    assert.equal(state.writes, 1);
  });

  it('limits the number of pending counters', async () => {
    const { state, store } = watchedStore();
    const counter = new UsageCounter({ store, time: fakeTime(), onError: () => {} });
    for (let key = 0; key < 25_000; key += 1) counter.count(tenant, 0, 'view', `embed-${key}`);
    await counter.flush();
    assert.equal(state.inserted.length, 20_000);
    assert.equal(state.writes, 100);
  });
});

describe('refusal counter', () => {
  it('flush waits for a write in progress, because the store is closed afterward', async () => {
    const { state, store } = watchedStore();
    const counter = new RefusalCounter({ store, time: fakeTime(), onError: () => {} });
    counter.count(tenant, 0, { action: 'token.issue', reason: 'audience' });
    void counter.flush();
    await counter.flush();
    assert.equal(state.inserted.length, 1);
  });
});

describe('access log', () => {
  const access = (n: number, rows = 1) => ({
    tenantId: tenant,
    action: 'data.rows' as const,
    actor: 'ann',
    caller: { requestId: `r${n}`, ip: null },
    datasetId: `d${n}`,
    rows,
    details: {},
  });

  it('adds up accesses of a minute and writes them after a second', async () => {
    const { state, store } = watchedStore();
    const time = fakeTime();
    const log = new AccessLog({ store, time, onError: () => {} });
    for (let times = 0; times < 1000; times += 1) log.count([access(1, 3), access(2)]);
    await time.advance(999);
    assert.equal(state.writes, 0);
    await time.advance(1);
    assert.equal(state.writes, 1);
    assert.equal(state.inserted.length, 2);
  });

  it('stores an export before it resolves, and rejects if it cannot', async () => {
    const { state, store } = watchedStore();
    const log = new AccessLog({ store, time: fakeTime(), onError: () => {} });
    await log.record([access(1), access(1)]);
    assert.deepEqual([state.writes, state.inserted.length], [1, 1]);
    state.fails = true;
    await assert.rejects(log.record([access(1)]), /the disk is full/);
  });

  it('limits the number of pending accesses', async () => {
    const { state, store } = watchedStore();
    const log = new AccessLog({ store, time: fakeTime(), onError: () => {} });
    for (let n = 0; n < 20_100; n += 1) log.count([access(n)]);
    await log.flush();
    assert.equal(state.inserted.length, 20_000);
  });
});
