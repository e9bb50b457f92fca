import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createResponsesInFlight } from '../../../src/platform/concurrency/responses-in-flight.ts';
import { AppError } from '../../../src/platform/errors.ts';

const held = (bytes: number, what = {}) => ({ what, bytes: () => bytes });
const isBusy = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE';

describe('answers in flight', () => {
  it('are limited per tenant and for the node, until they are let go', () => {
    const answers = createResponsesInFlight({ nodeBytes: 150, tenantBytes: 100 });
    const letGo = answers.hold('a', held(60));
    assert.throws(() => answers.hold('a', held(41)), isBusy);
    answers.hold('a', held(40));
    assert.throws(() => answers.hold('b', held(51)), isBusy);
    answers.hold('b', held(50));
    assert.equal(answers.bytes(), 150);
    letGo();
    assert.equal(answers.bytes(), 90);
    answers.hold('b', held(50));
  });

  it('count what several answers share once', () => {
    const answers = createResponsesInFlight({ nodeBytes: 100, tenantBytes: 100 });
    const what = {};
    const letGo = Array.from({ length: 30 }, () => answers.hold('a', held(80, what)));
    assert.equal(answers.bytes(), 80);
    letGo.slice(1).forEach((each) => void each());
    assert.equal(answers.bytes(), 80);
    letGo[0]?.();
    assert.equal(answers.bytes(), 0);
  });

  it('may have any size where nothing else is held', () => {
    const answers = createResponsesInFlight({ nodeBytes: 100, tenantBytes: 50 });
    const letGo = answers.hold('a', held(1000));
    assert.throws(() => answers.hold('b', held(1)), isBusy);
    letGo();
    answers.hold('b', held(1));
  });
});
