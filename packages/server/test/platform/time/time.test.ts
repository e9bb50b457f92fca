import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { fakeTime, serverTime } from '../../../../../test/support/time/fake-time.ts';

describe('time', () => {
  it('sleep: resolves when its time has come, and not before', async () => {
    const time = fakeTime();
    let isAwake = false;
    const sleeping = time.sleep(1000).then(() => {
      isAwake = true;
    });
    await time.advance(999);
    assert.equal(isAwake, false);
    await time.advance(1);
    assert.equal(isAwake, true);
    await sleeping;
  });

  it('sleep: rejects with the reason of the signal', async () => {
    const time = fakeTime();
    const stop = new AbortController();
    const sleeping = time.sleep(1000, { signal: stop.signal });
    const reason = new Error('stopped');
    stop.abort(reason);
    await assert.rejects(sleeping, reason);
    await assert.rejects(time.sleep(1000, { signal: stop.signal }), reason);
  });

  it('sleep: leaves no listener on the signal', async () => {
    const time = fakeTime();
    const { signal } = new AbortController();
    const sleeping = time.sleep(10, { signal });
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    await time.advance(10);
    await sleeping;
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('deadline: aborts with the error of AbortSignal.timeout', async () => {
    const time = fakeTime();
    const { signal } = time.deadline(500);
    await time.advance(499);
    assert.equal(signal.aborted, false);
    await time.advance(1);
    const native = AbortSignal.timeout(0);
    await new Promise((resolve) => native.addEventListener('abort', resolve));
    assert.ok(signal.reason instanceof DOMException);
    assert.equal(signal.reason.name, native.reason.name);
    assert.equal(signal.reason.message, native.reason.message);
  });

  it('deadline: never aborts once it is released', async () => {
    const time = fakeTime();
    const { signal, release } = time.deadline(500);
    release();
    await time.advance(1000);
    assert.equal(signal.aborted, false);
  });

  it('after: runs once, unless stopped', async () => {
    const time = fakeTime();
    const ran: string[] = [];
    time.after(10, () => ran.push('one'));
    time.after(10, () => ran.push('other')).stop();
    await time.advance(100);
    assert.deepEqual(ran, ['one']);
  });

  it('every: runs until it is stopped, which its work may do', async () => {
    const time = fakeTime();
    const at: number[] = [];
    const began = time.now();
    const timer = time.every(100, () => {
      at.push(time.now() - began);
      if (at.length === 3) timer.stop();
    });
    await time.advance(1000);
    assert.deepEqual(at, [100, 200, 300]);
  });

  it('keeps the process alive for a sleep, but not for timers, deadlines and the background', async () => {
    const source = new URL('../../../src/platform/time/time.ts', import.meta.url);
    const script = `import { systemTime as time } from '${source}';
      time.every(5, () => {}); time.after(1e9, () => {}); time.deadline(1e9);
      time.sleep(1e9, { keepsAlive: false });
      await time.sleep(20); console.log('awake');`;
    const ran = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    assert.equal(ran.stdout, 'awake\n');
  });
});

describe('fake time', () => {
  it('runs timers in the order of their times, with the clock at each of them', async () => {
    const time = fakeTime(5000);
    const ran: string[] = [];
    for (const ms of [30, 10, 20]) time.after(ms, () => ran.push(`${ms} at ${time.now()}`));
    await time.advance(50);
    assert.deepEqual(ran, ['10 at 5010', '20 at 5020', '30 at 5030']);
    assert.equal(time.now(), 5050);
  });

  it('runs timers that others set on the way', async () => {
    const time = fakeTime();
    let isDone = false;
    const work = async () => {
      await time.sleep(10);
      await time.sleep(10);
      isDone = true;
    };
    const working = work();
    await time.advance(20);
    assert.equal(isDone, true);
    await working;
  });

  it('says when somebody waits', async () => {
    const time = fakeTime();
    const order: string[] = [];
    const watching = time.untilWaiting().then(() => order.push('waiting'));
    await new Promise(setImmediate);
    order.push('sleeps');
    const sleeping = time.sleep(1);
    await watching;
    assert.deepEqual(order, ['sleeps', 'waiting']);
    await time.advance(1);
    await sleeping;
  });

  it('sets the clock without letting time pass', async () => {
    const time = fakeTime(5000);
    let ran = false;
    time.after(10, () => {
      ran = true;
    });
    const before = time.monotonic();
    time.setClockBy(-1000);
    assert.equal(time.now(), 4000);
    assert.equal(time.monotonic(), before);
    assert.equal(ran, false);
  });

  it('of a server: runs timers in their own time, or earlier where a test advances it', async () => {
    const time = serverTime(5000);
    await time.sleep(1);
    assert.equal(time.now(), 5000);
    let ran = 0;
    time.after(3_600_000, () => {
      ran += 1;
    });
    await time.advance(3_600_000);
    assert.equal(ran, 1);
    assert.equal(time.now(), 3_605_000);
  });
});
