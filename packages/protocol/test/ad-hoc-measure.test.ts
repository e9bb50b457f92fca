import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adHocMeasureName, parseAdHocMeasure } from '../src/ad-hoc-measure.ts';

test('ad-hoc measure: the name has the aggregation and the column', () => {
  assert.deepEqual(parseAdHocMeasure('sum(amount)'), { aggregation: 'sum', column: 'amount' });
  assert.deepEqual(parseAdHocMeasure('count(customer.id)'), { aggregation: 'count', column: 'customer.id' });
  assert.deepEqual(parseAdHocMeasure('max(Price (net))'), { aggregation: 'max', column: 'Price (net)' });
});

test('ad-hoc measure: other names are not ad-hoc measures', () => {
  for (const name of [
    'amount',
    'sum()',
    'sum(amount',
    'SUM(amount)',
    'first(amount)',
    ' sum(amount)',
    'sum(a) ',
  ])
    assert.equal(parseAdHocMeasure(name), undefined, name);
});

test('ad-hoc measure: a name is read back as it was written', () => {
  const measure = { aggregation: 'average', column: 'unit price' } as const;
  assert.deepEqual(parseAdHocMeasure(adHocMeasureName(measure)), measure);
});
