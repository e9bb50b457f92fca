import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAttributes } from '../src/read-attributes.ts';

describe('attributes that a dataset uses', () => {
  it('are listed with the compared column, from nested rules and from SQL', () => {
    const region = { column: 'area', operator: 'in', values: { context: 'attributes.region' } } as const;
    const lead = { context: 'attributes.lead', operator: 'is-set' } as const;
    const found = readAttributes({
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
