import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { EngineError } from '../../../src/platform/engines/engine-error.ts';
import { runStoppable } from '../../../src/platform/engines/run-stoppable.ts';
import { testConnection } from '../../../src/platform/engines/test-connection.ts';
import { rejectsWith } from './rejects-with.ts';

const never = () => new Promise<never>(() => {});

test('runStoppable: returns what the work returns, without stopping it', async () => {
  let stops = 0;
  const rules = { time: fakeTime(), timeoutMs: 10_000, stop: () => void stops++ };
  assert.equal(await runStoppable(async () => 7, rules), 7);
  await assert.rejects(
    runStoppable(async () => {
      throw new TypeError('mine');
    }, rules),
    TypeError,
  );
  assert.equal(stops, 0);
});

test('runStoppable: stops the work once and reports the first reason, even on timeout and abort together', async () => {
  const controller = new AbortController();
  let stops = 0;
  const time = fakeTime();
  const work = Promise.withResolvers<number>();
  const running = runStoppable(() => work.promise, {
    time,
    timeoutMs: 20,
    signal: controller.signal,
    stop() {
      stops += 1;
      controller.abort();
      work.resolve(1);
    },
  });
  const stopped = rejectsWith('TIMEOUT', running);
  await time.advance(20);
  await stopped;
  assert.equal(stops, 1);
});

test('runStoppable: rejects the caller two seconds later even if the work goes on and stopping fails', async () => {
  const time = fakeTime();
  const failing = { time, timeoutMs: 10, stop: () => Promise.reject(new Error('no way to stop it')) };
  let isRejected = false;
  const stopped = rejectsWith('TIMEOUT', runStoppable(never, failing)).then(() => {
    isRejected = true;
  });
  await time.advance(10 + 1999);
  assert.equal(isRejected, false);
  await time.advance(1);
  await stopped;
});

test('runStoppable: rejects immediately when nothing is running', async () => {
  const time = fakeTime();
  const rules = { time, timeoutMs: 10, isRunning: () => false, stop() {} };
  const stopped = rejectsWith('TIMEOUT', runStoppable(never, rules));
  await time.advance(10);
  await stopped;
});

test('testConnection: reports a database that does not respond as unreachable', async () => {
  await rejectsWith(
    'UNREACHABLE',
    testConnection(() => Promise.reject(new EngineError('TIMEOUT'))),
  );
  await rejectsWith(
    'WRONG_CREDENTIALS',
    testConnection(() => Promise.reject(new EngineError('WRONG_CREDENTIALS'))),
  );
});
