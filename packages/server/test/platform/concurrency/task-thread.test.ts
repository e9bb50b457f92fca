import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { createTaskThread, type TaskThreadOptions } from '../../../src/platform/concurrency/task-thread.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

const PROGRAM = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', (task) => {
  if (task === 'hang') for (;;);
  if (task === 'throw') throw new Error('thrown');
  if (task === 'fail') return parentPort.postMessage({ error: 'failed' });
  const kept = [];
  while (task === 'fill') kept.push(new Array(100_000).fill(kept.length));
  parentPort.postMessage({ result: task === 'thread' ? threadId : task });
});`;

const threadWith = (options: Partial<TaskThreadOptions> = {}) =>
  createTaskThread<string, unknown>({
    time: systemTime,
    file: new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`),
    maxMemoryMb: 16,
    timeoutMs: 60_000,
    idleMs: 60_000,
    maxWaiting: 2,
    maxWaitMs: 60_000,
    failure: (detail) => new Error(detail),
    ...options,
  });

describe('task thread', () => {
  it('runs tasks one after the other on the same thread', async () => {
    const thread = threadWith();
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((task) => thread.run(task))), ['a', 'b', 'c']);
    assert.equal(await thread.run('thread'), await thread.run('thread'));
    await thread.close();
  });

  it('lets keys take turns', async () => {
    const thread = threadWith({ maxWaiting: 3 });
    const ended: string[] = [];
    const run = (task: string, key: string) => thread.run(task, key).then(() => ended.push(task));
    await Promise.all([run('a1', 'a'), run('a2', 'a'), run('a3', 'a'), run('b1', 'b')]);
    assert.deepEqual(ended, ['a1', 'a2', 'b1', 'a3']);
    await thread.close();
  });

  for (const [task, detail] of [
    ['fail', /^failed$/],
    ['throw', /thrown/],
    ['fill', /memory/],
  ] as const)
    it(`goes on after a task that ${{ fail: 'fails', throw: 'throws', fill: 'fills the memory' }[task]}`, async () => {
      const thread = threadWith();
      const next = [thread.run(task), thread.run('next')] as const;
      await assert.rejects(next[0], { message: detail });
      assert.equal(await next[1], 'next');
      await thread.close();
    });

  it('ends a task at its deadline, and goes on', async () => {
    const time = fakeTime();
    const thread = threadWith({ time, timeoutMs: 1000 });
    const late = assert.rejects(thread.run('hang'), { message: 'took too long' });
    await time.untilWaiting();
    await time.advance(999);
    await time.advance(1);
    await late;
    assert.equal(await thread.run('next'), 'next');
    await thread.close();
  });

  it('stops when idle, and starts again', async () => {
    const time = fakeTime();
    const thread = threadWith({ time, idleMs: 1000 });
    const first = await thread.run('thread');
    await time.advance(999);
    assert.equal(await thread.run('thread'), first);
    await time.advance(1000);
    assert.notEqual(await thread.run('thread'), first);
    await thread.close();
  });

  it('has a bounded queue, which a closed thread rejects', async () => {
    const thread = threadWith();
    const unavailable = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE';
    const waiting = ['hang', 'a', 'b'].map((task) => assert.rejects(thread.run(task), unavailable));
    await assert.rejects(thread.run('c'), unavailable);
    await thread.close();
    await Promise.all(waiting);
    await assert.rejects(thread.run('d'), unavailable);
  });
});
