import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { fakeTime } from '../../../../test/support/time/fake-time.ts';
import { QueueFullError } from '../../src/platform/concurrency/fair-queue.ts';
import { CircuitOpenError } from '../../src/platform/engines/circuit-breakers.ts';
import { EngineError } from '../../src/platform/engines/engine-error.ts';
import { AppError } from '../../src/platform/errors.ts';
import { limitPassingErrors } from '../../src/platform/limit-passing-errors.ts';
import { withDataErrors } from '../../src/platform/query/result/data-errors.ts';
import { TooManyWaiting } from '../../src/platform/store/batches.ts';
import { StoreUnavailableError } from '../../src/platform/store/store-unavailable-error.ts';

it('log of store errors: one line per second and error, also after its level changed', async () => {
  const time = fakeTime();
  const lines: { msg: string; suppressed?: number }[] = [];
  const log = limitPassingErrors(pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }), time);
  log.level = 'warn';
  log.info('not written');
  log.level = 'info';
  log.info('written');
  const err = new StoreUnavailableError('unreachable', new Error('connection refused'));
  for (let request = 0; request < 10; request += 1) log.error({ err }, 'request failed');
  await time.advance(1000);
  assert.deepEqual(
    lines.map(({ msg, suppressed }) => ({ msg, suppressed })),
    [
      { msg: 'written', suppressed: undefined },
      { msg: 'request failed', suppressed: undefined },
      { msg: 'request failed', suppressed: 8 },
    ],
  );
});

it('log of timeouts, open circuits and full queues: one line per second and kind, without a stack', async () => {
  const time = fakeTime();
  const lines: { err: { stack?: string; code: string } }[] = [];
  const log = limitPassingErrors(pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }), time);
  const thrownBy = (error: Error) =>
    withDataErrors(() => Promise.reject(error)).then(assert.fail, (thrown: unknown) => thrown);
  const passing = [
    await thrownBy(new EngineError('TIMEOUT')),
    await thrownBy(new CircuitOpenError(15_000)),
    await thrownBy(new EngineError('TOO_BUSY')),
    new QueueFullError('node'),
    new QueueFullError('share'),
    new TooManyWaiting(),
  ];
  for (let request = 0; request < 10; request += 1)
    for (const err of passing) log.error({ requestId: String(request), err }, 'request failed');
  assert.equal(lines.length, passing.length);
  assert.deepEqual(
    lines.map(({ err }) => err.code),
    ['DATABASE_TIMEOUT', 'UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  );
  for (const { err } of lines) assert.deepEqual(Object.keys(err), ['type', 'code', 'detail']);
  await time.advance(1000);
  assert.equal(lines.length, 2 * passing.length);
  for (let request = 0; request < 3; request += 1) log.error({ err: new AppError('INTERNAL') }, 'bug');
  assert.equal(lines.length, 2 * passing.length + 3);
  assert.match(lines.at(-1)?.err.stack ?? '', /AppError/);
});
