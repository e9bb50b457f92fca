import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attributesIn } from '../../src/screens/data/datasets/attributes-in.ts';
import { proposeMeasures } from '../../src/screens/data/datasets/propose-measures.ts';

describe('the measures that a new dataset begins with', () => {
  it('add up each number and count the rows, and leave numbers that name something unticked', () => {
    const columns = [
      { name: 'order_id', type: 'integer' },
      { name: 'customerId', type: 'integer' },
      { name: 'Order Year', type: 'integer' },
      { name: 'paid', type: 'decimal' },
      { name: 'unit_price', type: 'number' },
      { name: 'region', type: 'string' },
    ] as const;
    const proposed = proposeMeasures(columns);
    assert.deepEqual(
      proposed.filter(({ likely }) => likely).map(({ measure }) => measure),
      [
        { name: 'Total paid', kind: 'sum', column: 'paid' },
        { name: 'Total unit price', kind: 'sum', column: 'unit_price' },
        { name: 'Number of rows', kind: 'count' },
      ],
    );
    assert.equal(proposed.length, 6);
  });
});

describe('the attributes that a dataset reads', () => {
  it('come with the column they are compared with, from nested rules and from SQL', () => {
    const region = { column: 'area', operator: 'in', values: { context: 'attributes.region' } } as const;
    const lead = { context: 'attributes.lead', operator: 'is-set' } as const;
    const found = attributesIn({
      rowRules: [{ and: [lead, { or: [region, region] }] }],
      groupRules: [{ group: 'x', rule: { all: true } }],
      source: { kind: 'sql', sql: 'SELECT * FROM t WHERE f = {{ attributes.floor as integer }}' },
    });
    assert.deepEqual(found, [
      { key: 'lead', column: undefined },
      { key: 'region', column: 'area' },
      { key: 'floor', column: undefined },
    ]);
  });
});
