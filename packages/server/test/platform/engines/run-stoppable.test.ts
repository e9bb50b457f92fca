import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../../src/platform/engines/engine-error.ts';
import { runStoppable } from '../../../src/platform/engines/run-stoppable.ts';
import { testConnection } from '../../../src/platform/engines/test-connection.ts';
import { rejectsWith } from './rejects-with.ts';

const never = () => new Promise<never>(() => {});

test('runStoppable: returns what the work returns, without stopping it', async () => {
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

test('runStoppable: stops the work once and reports the first reason, even on timeout and abort together', async () => {
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

test('runStoppable: rejects the caller even if the work goes on and stopping fails', async () => {
  const failing = { timeoutMs: 10, stop: () => Promise.reject(new Error('no way to stop it')) };
  await rejectsWith('TIMEOUT', runStoppable(never, failing));
});

test('runStoppable: rejects immediately when nothing is running', async () => {
  const started = performance.now();
  await rejectsWith('TIMEOUT', runStoppable(never, { timeoutMs: 10, isRunning: () => false, stop() {} }));
  assert.ok(performance.now() - started < 1500);
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
