import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { serverTime } from '../../../../../test/support/time/fake-time.ts';
import { openDuckdb } from '../../../src/platform/engines/duckdb/driver.ts';
import {
  type ChildrenOptions,
  childrenLimits,
  DuckdbChildren,
} from '../../../src/platform/engines/duckdb/duckdb-children.ts';
import type { Engine } from '../../../src/platform/engines/engine.ts';
import { systemTime, type Time } from '../../../src/platform/time/time.ts';
import { rejectsWith } from '../../platform/engines/rejects-with.ts';

/** Does not look whether it was interrupted. */
const UNINTERRUPTIBLE = "SELECT levenshtein(repeat('a', 300000), repeat('b', 300000))";
/** Can be interrupted; would run for minutes. */
const ENDLESS = 'SELECT sum(hash(a.range * b.range)) FROM range(1000000) AS a, range(1000000) AS b';
/** SIGSEGV: DuckDB reads the structure by recursion. */
const CRASHING = `SELECT from_json('[1]', repeat('[', 100000) || '"INT"' || repeat(']', 100000))`;

async function makePool(t: TestContext, options: Partial<ChildrenOptions> = {}, time: Time = systemTime) {
  const root = await mkdtemp(join(tmpdir(), 'inlay-children-'));
  const children = new DuckdbChildren({ ...childrenLimits(), maxChildren: 2, maxJobs: 4, ...options }, time);
  t.after(async () => {
    await children.close();
    await rm(root, { recursive: true });
  });
  const tenant = async (name: string) => {
    const folder = join(root, name);
    await mkdir(folder);
    await writeFile(join(folder, 'mine.csv'), `owner\n${name}\n`);
    return openDuckdb({ folder, children }, systemTime);
  };
  return { children, tenant };
}

async function ask(engine: Engine, sql: string, timeoutMs = 60_000, signal?: AbortSignal): Promise<unknown> {
  const limits = { maxRows: 10, maxBytes: 100_000, timeoutMs };
  return (await engine.query({ sql, params: [] }, limits, signal)).columns[0]?.values[0];
}

const owner = (engine: Engine) => ask(engine, 'SELECT owner FROM mine');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const untilGone = (pids: readonly number[]) =>
  eventually(async () => assert.deepEqual(pids.filter(isAlive), []));

test('DuckDB processes: none runs before the first query, one serves all queries of a tenant', async (t) => {
  const { children, tenant } = await makePool(t);
  const a = await tenant('a');
  assert.deepEqual(children.pids, []);
  assert.deepEqual(await Promise.all([owner(a), owner(a), owner(a)]), ['a', 'a', 'a']);
  const [pid] = children.pids;
  assert.equal(children.pids.length, 1);
  assert.equal(await owner(a), 'a');
  assert.deepEqual(children.pids, [pid]);
});

test('DuckDB processes: each serves a single tenant', async (t) => {
  const { children, tenant } = await makePool(t);
  const tenants = await Promise.all(['a', 'b', 'c'].map(tenant));
  const served = new Map<number, string>();
  for (const round of [1, 2]) {
    for (const [index, engine] of tenants.entries()) {
      const name = ['a', 'b', 'c'][index] ?? '';
      assert.equal(await owner(engine), name, `round ${round}`);
      const newest = children.pids.at(-1) ?? 0;
      assert.ok([undefined, name].includes(served.get(newest)), 'a process served two tenants');
      served.set(newest, name);
      assert.ok(children.pids.length <= 2);
    }
  }
});

test('DuckDB processes: no tenant waits forever while others keep sending queries', async (t) => {
  const { children, tenant } = await makePool(t);
  const [a, b, c] = await Promise.all([tenant('a'), tenant('b'), tenant('c')]);
  const until = new AbortController();
  const keepAsking = async (engine: Engine) => {
    while (!until.signal.aborted) await owner(engine);
  };
  const busy = [a, a, b, b].map(keepAsking);
  await Promise.all([owner(a), owner(b)]);
  assert.equal(await owner(c), 'c');
  assert.ok(children.pids.length <= 2);
  until.abort();
  await Promise.all(busy);
});

test('DuckDB processes: stop when they are idle, and start again when they are needed', async (t) => {
  const { children, tenant } = await makePool(t, { idleMs: 100, surplusMs: 100 });
  const a = await tenant('a');
  await owner(a);
  await untilGone(children.pids);
  await eventually(async () => assert.deepEqual(children.pids, []));
  assert.equal(await owner(a), 'a');
});

test('DuckDB processes: of several idle ones, only the last used is kept', async (t) => {
  const time = serverTime();
  const { children, tenant } = await makePool(t, { idleMs: 600_000, surplusMs: 100_000 }, time);
  const [a, b] = await Promise.all([tenant('a'), tenant('b')]);
  await owner(a);
  const [ofA = 0] = children.pids;
  await owner(b);
  await time.advance(100_000);
  await untilGone([ofA]);
  assert.equal(children.pids.length, 1);
  await time.advance(400_000);
  assert.deepEqual(children.pids.map(isAlive), [true]);
  await time.advance(100_000);
  await eventually(async () => assert.deepEqual(children.pids, []));
});

test('DuckDB processes: one that ignores its interrupt is killed at the time limit and replaced', async (t) => {
  const { children, tenant } = await makePool(t);
  const a = await tenant('a');
  await owner(a);
  const before = children.pids;
  await rejectsWith('TIMEOUT', ask(a, UNINTERRUPTIBLE, 200));
  await untilGone(before);
  assert.equal(await owner(a), 'a');
});

test('DuckDB processes: a statement that obeys its interrupt does not cost the process', async (t) => {
  const { children, tenant } = await makePool(t);
  const a = await tenant('a');
  await owner(a);
  const before = children.pids;
  await rejectsWith('TIMEOUT', ask(a, ENDLESS, 200));
  assert.equal(await owner(a), 'a');
  assert.deepEqual(children.pids, before);
});

test('DuckDB processes: a disconnected caller frees the slot of an uninterruptible statement', async (t) => {
  const { children, tenant } = await makePool(t);
  const a = await tenant('a');
  await owner(a);
  const before = children.pids;
  const leaving = new AbortController();
  const asking = ask(a, UNINTERRUPTIBLE, 60_000, leaving.signal);
  setTimeout(() => leaving.abort(), 100);
  await rejectsWith('CANCELLED', asking);
  await untilGone(before);
});

test('DuckDB processes: a caller who leaves while the process starts does not end it', async (t) => {
  const { children, tenant } = await makePool(t);
  const a = await tenant('a');
  const leaving = new AbortController();
  const left = ask(a, UNINTERRUPTIBLE, 60_000, leaving.signal);
  const staying = owner(a);
  while (children.pids.length === 0) await sleep(1);
  const [pid = 0] = children.pids;
  process.kill(pid, 'SIGSTOP');
  await sleep(50);
  leaving.abort();
  await rejectsWith('CANCELLED', left);
  process.kill(pid, 'SIGCONT');
  assert.equal(await staying, 'a');
  assert.deepEqual(children.pids, [pid]);
});

test('DuckDB processes: a crash fails only the statement that caused it', async (t) => {
  const { tenant } = await makePool(t);
  const [a, b] = await Promise.all([tenant('a'), tenant('b')]);
  const other = ask(b, 'SELECT count(*) FROM range(30000000) WHERE hash(range) > 7');
  const error = await rejectsWith('CRASHED', ask(a, CRASHING));
  assert.match(error.message, /crashed the query engine/);
  assert.ok(Number(await other) > 0);
  assert.equal(await owner(a), 'a');
});

test('DuckDB processes: statements that lose their process to a neighbor run in another one', async (t) => {
  const { children, tenant } = await makePool(t, { maxChildren: 3 });
  const a = await tenant('a');
  await owner(a);
  const before = children.pids;
  const slow = 'SELECT count(*) FROM range(60000000) WHERE hash(range) > 7';
  const neighbors = [ask(a, slow), ask(a, slow)];
  await sleep(20);
  await rejectsWith('CRASHED', ask(a, CRASHING));
  for (const count of await Promise.all(neighbors)) assert.ok(Number(count) > 0);
  await untilGone(before);
});

test('DuckDB processes: neighbors of a statement that is killed at its limit run in another one', async (t) => {
  const resources = { ...childrenLimits().resources, threads: 1 };
  const { children, tenant } = await makePool(t, { maxChildren: 3, resources });
  const a = await tenant('a');
  await owner(a);
  const before = children.pids;
  const neighbor = ask(a, 'SELECT count(*) FROM range(100000000) WHERE hash(range) > 7');
  await rejectsWith('TIMEOUT', ask(a, UNINTERRUPTIBLE, 100));
  assert.ok(Number(await neighbor) > 0);
  await untilGone(before);
});

test('DuckDB processes: one that is killed from outside is replaced, and its query completes', async (t) => {
  const { children, tenant } = await makePool(t);
  const a = await tenant('a');
  await owner(a);
  const [pid = 0] = children.pids;
  const asking = ask(a, 'SELECT count(*) FROM range(60000000) WHERE hash(range) > 7');
  await sleep(50);
  process.kill(pid, 'SIGKILL');
  assert.ok(Number(await asking) > 0);
  assert.equal(await owner(a), 'a');
  await eventually(async () => assert.ok(!children.pids.includes(pid)));
});

test('DuckDB processes: one that exceeds its memory is killed and replaced', async (t) => {
  // DuckDB's own limit is far away, as it is for memory that DuckDB does not count.
  const resources = { memoryMb: 4000, processMb: 350, threads: 1, spillMb: 1 };
  const { children, tenant } = await makePool(t, { resources });
  const a = await tenant('a');
  await owner(a);
  const before = children.pids;
  await rejectsWith(
    'OUT_OF_MEMORY',
    ask(a, 'SELECT len(list(range || md5(range::VARCHAR))) FROM range(30000000)'),
  );
  await untilGone(before);
  assert.equal(await owner(a), 'a');
});

test('DuckDB processes: closing kills processes that are stuck', async (t) => {
  const { children, tenant } = await makePool(t);
  const a = await tenant('a');
  await owner(a);
  const stuck = rejectsWith('CONNECTION_LOST', ask(a, UNINTERRUPTIBLE));
  await sleep(50);
  const { pids } = children;
  await children.close();
  assert.deepEqual(pids.filter(isAlive), []);
  await stuck;
  await rejectsWith('CANCELLED', owner(a));
});

test('DuckDB processes: do not inherit the environment of the server', async (t) => {
  process.env.INLAY_MASTER_KEY = 'canary-master-key';
  t.after(() => {
    delete process.env.INLAY_MASTER_KEY;
  });
  const { children, tenant } = await makePool(t);
  await owner(await tenant('a'));
  const environment = `/proc/${children.pids[0]}/environ`;
  if (!existsSync(environment)) return t.skip('only Linux shows the environment of a process');
  const names = readFileSync(environment, 'utf8')
    .split('\0')
    .map((entry) => entry.split('=')[0]);
  assert.doesNotMatch(names.join(' '), /INLAY|HOME|PATH /);
});
