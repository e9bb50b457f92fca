import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CircuitOpenError, createCircuitBreakers } from '../../../src/platform/engines/circuit-breakers.ts';
import { EngineError, type EngineErrorCode } from '../../../src/platform/engines/engine-error.ts';

describe('circuit breakers', () => {
  const make = () => {
    let now = 0;
    let rejected = 0;
    let asked = 0;
    const breakers = createCircuitBreakers({
      maxFailures: 3,
      pauseMs: 10_000,
      time: { monotonic: () => now },
      onRejected: () => {
        rejected += 1;
      },
    });
    const fail = (code: EngineErrorCode, { key = 'a', ms = 1000 } = {}) =>
      assert.rejects(
        breakers.run(key, async () => {
          asked += 1;
          now += ms;
          throw new EngineError(code);
        }),
        { code },
      );
    const succeed = (key = 'a') =>
      breakers.run(key, async () => {
        asked += 1;
        return 'answer';
      });
    return {
      breakers,
      fail,
      succeed,
      pass: (ms: number) => {
        now += ms;
      },
      rejected: () => rejected,
      asked: () => asked,
    };
  };

  it('reject immediately after several failures in a row, with the time of the next attempt', async () => {
    const { breakers, fail, succeed, pass, rejected, asked } = make();
    await fail('TIMEOUT');
    await fail('UNREACHABLE');
    await fail('CONNECTION_LOST');
    pass(4000);
    await assert.rejects(succeed(), (error) => {
      assert.ok(error instanceof CircuitOpenError);
      assert.equal(error.retryAfterSeconds, 6);
      return true;
    });
    assert.equal(asked(), 3);
    assert.equal(rejected(), 1);
    assert.equal(breakers.countOpen(), 1);
  });

  it('keep connections apart', async () => {
    const { fail, succeed } = make();
    for (let times = 0; times < 3; times += 1) await fail('TIMEOUT', { key: 'a' });
    assert.equal(await succeed('b'), 'answer');
  });

  it('reset the count when the database responds, even with an error', async () => {
    const { fail, succeed } = make();
    await fail('TIMEOUT');
    await fail('TIMEOUT');
    await fail('BAD_STATEMENT');
    await fail('TIMEOUT');
    await fail('TIMEOUT');
    assert.equal(await succeed(), 'answer');
  });

  it('ignore runs whose caller disconnected or that sent no query', async () => {
    const { fail, breakers } = make();
    await fail('TIMEOUT');
    await fail('TIMEOUT');
    for (let times = 0; times < 5; times += 1) await fail('CANCELLED');
    await fail('TOO_BUSY');
    assert.equal(breakers.countOpen(), 0);
    await fail('TIMEOUT');
    assert.equal(breakers.countOpen(), 1);
  });

  it('ignore immediate failures, except timeouts', async () => {
    const { fail, breakers } = make();
    for (let times = 0; times < 5; times += 1) await fail('UNREACHABLE', { ms: 5 });
    assert.equal(breakers.countOpen(), 0);
    for (let times = 0; times < 3; times += 1) await fail('TIMEOUT', { ms: 5 });
    assert.equal(breakers.countOpen(), 1);
  });

  it('let a single query try after the pause, and close when it succeeds', async () => {
    const { breakers, fail, succeed, pass } = make();
    for (let times = 0; times < 3; times += 1) await fail('TIMEOUT');
    pass(10_000);
    const trial = Promise.withResolvers<string>();
    const trying = breakers.run('a', () => trial.promise);
    await assert.rejects(succeed(), { code: 'CIRCUIT_OPEN' });
    trial.resolve('answer');
    assert.equal(await trying, 'answer');
    assert.equal(await succeed(), 'answer');
    assert.equal(breakers.countOpen(), 0);
  });

  it('pause again when the trial fails, and allow another trial when its caller disconnected', async () => {
    const { fail, succeed, pass } = make();
    for (let times = 0; times < 3; times += 1) await fail('TIMEOUT');
    pass(10_000);
    await fail('TIMEOUT');
    await assert.rejects(succeed(), { code: 'CIRCUIT_OPEN' });
    pass(10_000);
    await fail('CANCELLED');
    assert.equal(await succeed(), 'answer');
  });
});
