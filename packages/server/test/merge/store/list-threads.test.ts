import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { ListThreads } from '../../../src/platform/store/list-threads.ts';
import { systemTime, type Time } from '../../../src/platform/time/time.ts';

/** Counts this many rows, which takes the thread some time. */
const counting = (rows: number) => ({
  sql: `with recursive series(n) as (select 1 union all select n + 1 from series where n < ?)
    select count(*) as total from series`,
  params: [rows],
});
const quick = counting(1);
const slow = counting(50_000);
const long = counting(3_000_000);

const refusedWith = (status: number) => (error: unknown) => {
  assert.ok(error instanceof AppError, String(error));
  assert.deepEqual([error.statusCode, error.headers['retry-after']], [status, '5']);
  return true;
};

describe('list threads', () => {
  let folder: string;
  let file: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'inlay-lists-'));
    file = join(folder, 'inlay.db');
    new DatabaseSync(file).close();
  });
  after(() => rmSync(folder, { recursive: true }));

  const open = (test: TestContext, time: Time = systemTime) => {
    const threads = new ListThreads(file, time);
    test.after(() => threads.close());
    return threads;
  };

  it('return the rows of a statement', async (test) => {
    const rows = await open(test).read('a', counting(7));
    assert.equal(JSON.stringify(rows), '[{"total":7}]');
  });

  it('report a failed statement to its caller and continue', async (test) => {
    const threads = open(test);
    await assert.rejects(threads.read('a', { sql: 'select missing', params: [] }), /no such column: missing/);
    const write = threads.read('a', { sql: 'create table t (x)', params: [] });
    await assert.rejects(write, { failure: 'read-only', statusCode: 503 });
    assert.equal((await threads.read('a', quick)).length, 1);
  });

  it('alternate between tenants, however many statements one has queued', async (test) => {
    const threads = open(test);
    const order: string[] = [];
    const read = async (tenant: string) => {
      await threads.read(tenant, slow);
      order.push(tenant);
    };
    const busy = ['a', 'b'].flatMap((tenant) => Array.from({ length: 15 }, () => read(tenant)));
    await Promise.all([...busy, read('c')]);
    assert.ok(order.indexOf('c') < 8, order.join(' '));
  });

  it('run the statements of a tenant one at a time, in order', async (test) => {
    const threads = open(test);
    const order: string[] = [];
    const started = threads.read('a', slow).then(() => order.push('first'));
    await Promise.all([started, threads.read('a', quick).then(() => order.push('second'))]);
    assert.deepEqual(order, ['first', 'second']);
  });

  it("refuse statements beyond a tenant's limit with 429 and serve other tenants", async (test) => {
    const threads = open(test);
    const queued = Array.from({ length: 5001 }, () => threads.read('a', quick));
    await assert.rejects(threads.read('a', quick), refusedWith(429));
    assert.equal((await threads.read('b', quick)).length, 1);
    assert.equal((await Promise.all(queued)).length, 5001);
    assert.equal((await threads.read('a', quick)).length, 1);
  });

  it('refuse statements that waited too long with 503 and continue with the next', async (test) => {
    const time = fakeTime();
    const threads = open(test, time);
    const running = ['a', 'b'].map((tenant) => threads.read(tenant, slow));
    const next = ['c', 'c', 'b'].map((tenant) =>
      assert.rejects(threads.read(tenant, quick), refusedWith(503)),
    );
    await time.advance(20_000);
    const later = [threads.read('c', quick), threads.read('b', quick)];
    await time.advance(10_000);
    await Promise.all(next);
    await Promise.all([...running, ...later]);
  });

  it('replace a crashed thread: its statement gets 503, queued ones are served', async (test) => {
    const threads = open(test);
    const started = once(process, 'worker');
    const running = assert.rejects(threads.read('a', long), refusedWith(503));
    const behind = threads.read('a', quick);
    const [worker] = (await started) as [Worker];
    // From outside, as running out of memory would.
    await worker.terminate();
    await running;
    assert.equal((await behind).length, 1);
  });

  it('replace a thread that could not open the store', async (test) => {
    const missing = join(folder, 'missing.db');
    const threads = new ListThreads(missing, systemTime);
    test.after(() => threads.close());
    await assert.rejects(threads.read('a', quick), refusedWith(503));
    new DatabaseSync(missing).close();
    assert.equal((await threads.read('a', quick)).length, 1);
  });

  it('refuse running, queued and later statements once closed', async () => {
    const threads = new ListThreads(file, systemTime);
    const reads = ['a', 'a', 'b', 'c'].map((tenant) =>
      assert.rejects(threads.read(tenant, slow), refusedWith(503)),
    );
    await threads.close();
    await Promise.all(reads);
    await assert.rejects(threads.read('a', quick), refusedWith(503));
    await threads.close();
  });
});
