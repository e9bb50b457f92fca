import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { pino } from 'pino';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { queryDeadline } from '../../../src/platform/http/caller-signal.ts';
import { measureRequests } from '../../../src/platform/http/measure-requests.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { isTimeout } from '../../../src/platform/query/result/data-errors.ts';

const second = 1000;

/** A server whose route waits before it needs the deadline, and then passes it to the work. */
function makeServer(test: TestContext, work: (deadline: AbortSignal) => Promise<void>) {
  const time = fakeTime();
  const app = Fastify();
  test.after(() => app.close());
  measureRequests(app, { metrics: createMetrics(), log: pino({ enabled: false }), time });
  const services = { config: { querySeconds: 30 }, time };
  app.get('/', async (request) => {
    await time.sleep(10 * second);
    await work(queryDeadline(request, services));
    return 'done';
  });
  return { app, time };
}

describe('deadline of the queries of a request', () => {
  it('counts from the arrival of the request', async (test) => {
    const given = Promise.withResolvers<AbortSignal>();
    const over = Promise.withResolvers<void>();
    const { app, time } = makeServer(test, (deadline) => {
      given.resolve(deadline);
      return over.promise;
    });
    const response = app.inject('/').then(({ body }) => body);
    await time.untilWaiting();
    await time.advance(10 * second);
    const deadline = await given.promise;
    await time.advance(20 * second - 1);
    assert.equal(deadline.aborted, false);
    await time.advance(1);
    assert.ok(isTimeout(deadline.reason));
    over.resolve();
    assert.equal(await response, 'done');
  });

  it('is released with the response', async (test) => {
    const given = Promise.withResolvers<AbortSignal>();
    const { app, time } = makeServer(test, async (deadline) => given.resolve(deadline));
    const response = app.inject('/').then(({ body }) => body);
    await time.untilWaiting();
    await time.advance(10 * second);
    assert.equal(await response, 'done');
    await time.advance(60 * second);
    assert.equal((await given.promise).aborted, false);
  });
});
