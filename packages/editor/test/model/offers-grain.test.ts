import assert from 'node:assert/strict';
import test from 'node:test';
import { offersGrain } from '../../src/model/offers-grain.ts';
import { ORDERS } from '../support/sample-dataset.ts';

const dataset = {
  ...ORDERS,
  columns: [...ORDERS.columns, { name: 'created', label: 'Created', type: 'datetime' as const }],
};

test('hours are offered for times and not for dates', () => {
  assert.equal(offersGrain({ column: 'created', grain: 'day' }, dataset, 'hour'), true);
  assert.equal(offersGrain({ column: 'ordered_on', grain: 'day' }, dataset, 'hour'), false);
  assert.equal(offersGrain({ column: 'ordered_on', grain: 'month' }, dataset, 'day'), true);
});

test('a tile by hours of a date still shows what it has', () => {
  assert.equal(offersGrain({ column: 'ordered_on', grain: 'hour' }, dataset, 'hour'), true);
});
