import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../../src/platform/engines/engine-error.ts';
import { runStoppable } from '../../../src/platform/engines/run-stoppable.ts';
import { testConnection } from '../../../src/platform/engines/test-connection.ts';
import { rejectsWith } from './rejects-with.ts';

const never = () => new Promise<never>(() => {});

test('answers what the work answers, and never asks it to stop', async () => {
  let stops = 0;
  const rules = { timeoutMs: 10_000, stop: () => void stops++ };
  assert.equal(await runStoppable(async () => 7, rules), 7);
  await assert.rejects(
    runStoppable(async () => {
      throw new TypeError('mine');
    }, rules),
    TypeError,
  );
  assert.equal(stops, 0);
});

test('asks once to stop, also when time and caller agree, and says the first reason', async () => {
  const controller = new AbortController();
  let stops = 0;
  const work = Promise.withResolvers<number>();
  const running = runStoppable(() => work.promise, {
    timeoutMs: 20,
    signal: controller.signal,
    stop() {
      stops += 1;
      controller.abort();
      work.resolve(1);
    },
  });
  await rejectsWith('TIMEOUT', running);
  assert.equal(stops, 1);
});

test('answers the caller although the work goes on and stopping fails', async () => {
  const failing = { timeoutMs: 10, stop: () => Promise.reject(new Error('no way to stop it')) };
  await rejectsWith('TIMEOUT', runStoppable(never, failing));
});

test('waits for nothing when nothing runs', async () => {
  const started = performance.now();
  await rejectsWith('TIMEOUT', runStoppable(never, { timeoutMs: 10, isRunning: () => false, stop() {} }));
  assert.ok(performance.now() - started < 1500);
});

test('a connection test that gets no answer says that nobody is there', async () => {
  await rejectsWith(
    'UNREACHABLE',
    testConnection(() => Promise.reject(new EngineError('TIMEOUT'))),
  );
  await rejectsWith(
    'WRONG_CREDENTIALS',
    testConnection(() => Promise.reject(new EngineError('WRONG_CREDENTIALS'))),
  );
});
