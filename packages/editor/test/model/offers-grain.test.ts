import assert from 'node:assert/strict';
import test from 'node:test';
import { offersGrain } from '../../src/model/offers-grain.ts';

test('hours are offered for times and not for dates', () => {
  const created = { name: 'created', label: 'Created', type: 'datetime' } as const;
  const day = { name: 'day', label: 'Day', type: 'date' } as const;
  assert.equal(offersGrain(created, 'hour'), true);
  assert.equal(offersGrain(day, 'hour'), false);
  assert.equal(offersGrain(day, 'day'), true);
});
