import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import {
  createFairQueue,
  type FairQueueOptions,
  QueueFullError,
} from '../../../src/platform/concurrency/fair-queue.ts';

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

const hourMs = 3_600_000;

const queueOf = (options: Partial<FairQueueOptions>) =>
  createFairQueue({
    total: { running: 1, waiting: 100 },
    levels: [{}],
    time: fakeTime(),
    maxWaitMs: hourMs,
    ...options,
  });

const rejectedFor = (reason: string) => (error: unknown) =>
  error instanceof QueueFullError && error.reason === reason && error.headers['retry-after'] !== undefined;

describe('fair queue: slots', () => {
  it('never exceed the share of one key', async () => {
    const queue = queueOf({ total: { running: 4, waiting: 10 }, levels: [{ running: 2 }] });
    const { began, task } = controlledTasks();
    for (const name of ['a1', 'a2', 'a3']) void queue.run('a', task(name));
    void queue.run('b', task('b1'));
    await settle();
    assert.deepEqual(began, ['a1', 'a2', 'b1']);
    assert.deepEqual(queue.load(), { running: 3, waiting: 1 });
  });

  it('go to keys in turn, however many tasks one has waiting', async () => {
    const queue = queueOf({ total: { running: 2, waiting: 100 } });
    const { began, task, end } = controlledTasks();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void queue.run('a', task(name));
    for (const name of ['b1', 'b2']) void queue.run('b', task(name));
    void queue.run('c', task('c1'));
    await settle();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) await end(name);
    assert.deepEqual(began, ['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
  });

  it('go to keys in turn on each level, however many keys one of the level above has', async () => {
    const queue = queueOf({ levels: [{}, {}, {}] });
    const { began, task, end } = controlledTasks();
    void queue.run(['t', 'flood', 'name-0'], task('f0'));
    for (let index = 1; index <= 5; index++)
      void queue.run(['t', 'flood', `name-${index}`], task(`f${index}`));
    void queue.run(['t', 'other', 'ann'], task('ann'));
    void queue.run(['u', 'other', 'bob'], task('bob'));
    await settle();
    for (const name of ['f0', 'f1', 'bob', 'ann']) await end(name);
    assert.deepEqual(began, ['f0', 'f1', 'bob', 'ann', 'f2']);
  });

  it('are freed by a failed task, which rejects its caller', async () => {
    const queue = queueOf({});
    await assert.rejects(
      queue.run('a', () => Promise.reject(new Error('engine'))),
      /engine/,
    );
    assert.equal(await queue.run('a', async () => 'next'), 'next');
    assert.deepEqual(queue.load(), { running: 0, waiting: 0 });
  });

  it('are assigned at most once per turn of the event loop if the queue is paced', async () => {
    const queue = queueOf({ total: { running: 10, waiting: 10 }, paced: true });
    let turn = 0;
    const turns: number[] = [];
    const tasks = Array.from({ length: 3 }, () => queue.run('a', async () => turns.push(turn)));
    for (; turns.length < 3; turn++) await settle();
    await Promise.all(tasks);
    assert.equal(new Set(turns).size, 3, `began in the turns ${turns}`);
  });
});

describe('fair queue: bounds', () => {
  it('rejects a task behind too many of the same key, and only of that key', async () => {
    const queue = queueOf({ levels: [{ waiting: 1 }] });
    const { began, task, end } = controlledTasks();
    void queue.run('a', task('a1'));
    void queue.run('a', task('a2'));
    await assert.rejects(queue.run('a', task('a3')), rejectedFor('share'));
    void queue.run('b', task('b1'));
    await end('a1');
    await end('a2');
    assert.deepEqual(began, ['a1', 'a2', 'b1']);
  });

  it('makes room on a full node by rejecting the newest task of the key with the most waiting', async () => {
    const queue = queueOf({ total: { running: 1, waiting: 3 }, levels: [{}, {}] });
    const { began, task, end } = controlledTasks();
    void queue.run(['a', 'x'], task('x1'));
    void queue.run(['a', 'x'], task('x2'));
    const newest = queue.run(['a', 'x'], task('x3'));
    void queue.run(['a', 'y'], task('y1'));
    void queue.run(['b', 'z'], task('z1'));
    await assert.rejects(newest, rejectedFor('node'));
    await assert.rejects(queue.run(['a', 'x'], task('x4')), rejectedFor('node'));
    for (const name of ['x1', 'x2', 'z1']) await end(name);
    assert.deepEqual(began, ['x1', 'x2', 'z1', 'y1']);
  });

  it('rejects a task that gets no slot in time, and counts each rejection', async () => {
    const reasons: string[] = [];
    const time = fakeTime();
    const queue = queueOf({ time, maxWaitMs: 1000, onRejected: (reason) => reasons.push(reason) });
    const { began, task, end } = controlledTasks();
    void queue.run('a', task('a1'));
    const late = assert.rejects(queue.run('a', task('a2')), rejectedFor('deadline'));
    await time.advance(999);
    assert.deepEqual(queue.load(), { running: 1, waiting: 1 });
    await time.advance(1);
    await late;
    await end('a1');
    assert.deepEqual([began, reasons], [['a1'], ['deadline']]);
    assert.deepEqual(queue.load(), { running: 0, waiting: 0 });
  });

  describe('that refuses what is hopeless', () => {
    /** A queue from which a task has started every ten seconds, with one that runs and one of `a` that waits. */
    async function slowQueue() {
      const time = fakeTime();
      const queue = queueOf({ time, maxWaitMs: 30_000, refusesHopeless: true });
      const { task, end } = controlledTasks();
      void queue.run('a', task('0'));
      void queue.run('a', task('1'));
      for (let each = 0; each < 60; each += 1) {
        void queue.run('a', task(`${each + 2}`));
        await settle();
        await time.advance(10_000);
        await end(`${each}`);
      }
      return { queue, task };
    }

    it('rejects a task on arrival if the first turn of its key would come too late, and says when to try again', async () => {
      const { queue, task } = await slowQueue();
      for (const key of ['b', 'c']) void queue.run(key, task(key));
      await assert.rejects(
        queue.run('d', task('d')),
        (error) => rejectedFor('node')(error) && (error as QueueFullError).headers['retry-after'] === '10',
      );
      assert.deepEqual(queue.load(), { running: 1, waiting: 3 });
    });

    it('rejects those who wait in vain as soon as the pace is known', async () => {
      const time = fakeTime();
      const queue = queueOf({ time, maxWaitMs: 30_000, refusesHopeless: true });
      const { began, task, end } = controlledTasks();
      const rejected: number[] = [];
      const keys = Array.from({ length: 60 }, (_, index) => `k${index}`);
      for (const [index, key] of keys.entries())
        queue.run(key, task(key)).catch((error) => {
          assert.ok(rejectedFor('node')(error));
          rejected.push(index);
        });
      for (const key of keys.slice(0, 30)) {
        await time.advance(1000);
        await end(key);
      }
      // The first one ran at once, and the others started every second.
      assert.deepEqual(began, keys.slice(0, 30));
      assert.deepEqual(rejected, [...keys.keys()].slice(30));
    });

    it('accepts the tasks of a key however many it has waiting', async () => {
      const { queue, task } = await slowQueue();
      for (let each = 0; each < 20; each += 1) void queue.run('b', task(`b${each}`));
      void queue.run('c', task('c'));
      assert.deepEqual(queue.load(), { running: 1, waiting: 22 });
    });
  });

  it('says that it was busy if the time limit of the caller is over before the task has started', async () => {
    const time = fakeTime();
    const queue = queueOf({ time });
    const { task, end } = controlledTasks();
    void queue.run('a', task('a1'));
    const limit = time.deadline(5000);
    const late = assert.rejects(queue.run('a', task('a2'), limit.signal), rejectedFor('deadline'));
    await time.advance(5000);
    await late;
    await end('a1');
  });

  it('drops the task of a caller who disconnects', async () => {
    const queue = queueOf({});
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
});
