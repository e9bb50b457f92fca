import assert from 'node:assert/strict';
import test from 'node:test';
import { createFairQueue, QueueFullError } from '../../src/query/fair-queue.ts';

/** Tasks that end when told to, and the order in which they began. */
function controlledTasks() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    began.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { began, task, end };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('one tenant never holds more places than its share', async () => {
  const queue = createFairQueue({ running: 4, runningPerTenant: 2, waitingPerTenant: 10 });
  const { began, task } = controlledTasks();
  for (const name of ['a1', 'a2', 'a3']) void queue.run('a', task(name));
  void queue.run('b', task('b1'));
  await settle();
  assert.deepEqual(began, ['a1', 'a2', 'b1']);
  assert.deepEqual(queue.load(), { running: 3, waiting: 1 });
});

test('free places go to tenants in turn, however many one has waiting', async () => {
  const queue = createFairQueue({ running: 2, runningPerTenant: 2, waitingPerTenant: 100 });
  const { began, task, end } = controlledTasks();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void queue.run('a', task(name));
  for (const name of ['b1', 'b2']) void queue.run('b', task(name));
  void queue.run('c', task('c1'));
  await settle();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) await end(name);
  assert.deepEqual(began, ['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
});

test('a failed task gives its place back and fails its caller', async () => {
  const queue = createFairQueue({ running: 1, runningPerTenant: 1, waitingPerTenant: 1 });
  await assert.rejects(
    queue.run('a', () => Promise.reject(new Error('engine'))),
    /engine/,
  );
  assert.equal(await queue.run('a', async () => 'next'), 'next');
  assert.deepEqual(queue.load(), { running: 0, waiting: 0 });
});

test('refuses what would wait behind too many of the same tenant, and only of that tenant', async () => {
  const queue = createFairQueue({ running: 1, runningPerTenant: 1, waitingPerTenant: 1 });
  const { began, task, end } = controlledTasks();
  void queue.run('a', task('a1'));
  void queue.run('a', task('a2'));
  await assert.rejects(queue.run('a', task('a3')), QueueFullError);
  void queue.run('b', task('b1'));
  await end('a1');
  await end('a2');
  assert.deepEqual(began, ['a1', 'a2', 'b1']);
});

test('a caller that goes away leaves the queue and its task never runs', async () => {
  const queue = createFairQueue({ running: 1, runningPerTenant: 1, waitingPerTenant: 5 });
  const { began, task, end } = controlledTasks();
  void queue.run('a', task('a1'));
  const abort = new AbortController();
  const gone = queue.run('a', task('gone'), abort.signal);
  void queue.run('a', task('a2'));
  abort.abort(new Error('left'));
  await assert.rejects(gone, /left/);
  await end('a1');
  assert.deepEqual(began, ['a1', 'a2']);
  await assert.rejects(queue.run('a', task('late'), abort.signal), /left/);
});
