import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertCondition } from '@inlay/content/subscription';
import type { Cell } from '@inlay/protocol/result';
import { meetCondition } from '../../../../src/features/reports/alerts/meet-condition.ts';

const about = { measure: 'returns', quietMinutes: 0 };
const above = { kind: 'above', limit: 8, margin: 2, ...about } as const;
const below = { kind: 'below', limit: 8, margin: 2, ...about } as const;
const change = { kind: 'change', direction: 'either', amount: 20, unit: 'percent', ...about } as const;

type Compared = Exclude<AlertCondition, { kind: 'missing' }>;

function outcome(condition: Compared, value: Cell | undefined, earlier?: Cell): string {
  const met = meetCondition(condition, value, earlier);
  return met.kind === 'met' ? met.direction : met.kind;
}

describe('a limit of an alert', () => {
  it('is met beyond it, and normal again only past the margin', () => {
    const values = [9, 8.01, 8, 7, 6.01, 6, 5];
    assert.deepEqual(
      values.map((value) => outcome(above, value)),
      ['above', 'above', 'between', 'between', 'between', 'normal', 'normal'],
    );
    assert.deepEqual(
      [7, 7.99, 8, 9.99, 10, 11].map((value) => outcome(below, value)),
      ['below', 'below', 'between', 'between', 'normal', 'normal'],
    );
  });

  it('without a margin has nothing in between', () => {
    assert.equal(outcome({ ...above, margin: 0 }, 8), 'normal');
    assert.equal(outcome({ ...below, margin: 0 }, 8), 'normal');
  });

  it('compares decimals without rounding them', () => {
    const third = { ...above, limit: 0.3, margin: 0.1 };
    assert.equal(outcome(third, 0.2), 'normal');
    assert.equal(outcome(third, '0.2000000000000000001'), 'between');
    assert.equal(outcome({ ...above, limit: 9007199254740992, margin: 0 }, '9007199254740993'), 'above');
  });

  it('says nothing about values that are missing or not numbers', () => {
    for (const value of [null, undefined, '', 'NaN', Number.NaN, true])
      assert.equal(outcome(above, value), 'unknown', String(value));
  });

  it('may be negative', () => {
    const loss = { ...below, limit: -100, margin: 10 };
    assert.deepEqual(
      [-101, -100, -91, -90].map((value) => outcome(loss, value)),
      ['below', 'between', 'between', 'normal'],
    );
  });
});

describe('a change of an alert', () => {
  it('is met from its amount on, in percent of the earlier value', () => {
    assert.equal(outcome(change, 120, 100), 'up');
    assert.equal(outcome(change, 119.99, 100), 'normal');
    assert.equal(outcome(change, 80, 100), 'down');
    assert.equal(outcome(change, 80.01, 100), 'normal');
    assert.equal(outcome(change, -80, -100), 'up');
    assert.equal(outcome(change, 100, 100), 'normal');
  });

  it('compares percentages without rounding them', () => {
    assert.equal(outcome({ ...change, amount: 10 }, 0.33, 0.3), 'up');
    assert.equal(outcome({ ...change, amount: 10 }, '0.3299999999999999999', 0.3), 'normal');
  });

  it('has no percentage of zero, and none of a missing value', () => {
    assert.equal(outcome(change, 5, 0), 'unknown');
    assert.equal(outcome(change, 0, 0), 'unknown');
    assert.equal(outcome(change, 0, 5), 'down');
    assert.equal(outcome(change, 5, null), 'unknown');
    assert.equal(outcome(change, 5), 'unknown');
    assert.equal(outcome(change, null, 5), 'unknown');
  });

  it('can be an amount, also from zero', () => {
    const amount = { ...change, unit: 'absolute', amount: 5 } as const;
    assert.equal(outcome(amount, 5, 0), 'up');
    assert.equal(outcome(amount, -5, 0), 'down');
    assert.equal(outcome(amount, 4, 0), 'normal');
  });

  it('can be in one direction only', () => {
    assert.equal(outcome({ ...change, direction: 'up' }, 50, 100), 'normal');
    assert.equal(outcome({ ...change, direction: 'down' }, 50, 100), 'down');
    assert.equal(outcome({ ...change, direction: 'down' }, 150, 100), 'normal');
  });
});
