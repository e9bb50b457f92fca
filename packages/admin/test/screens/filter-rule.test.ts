import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Filter } from '@inlay/protocol/query';
import type { ColumnCondition } from '@inlay/protocol/rule';
import { filtersOfRule, ruleOfFilters } from '../../src/screens/data/datasets/measures/filter-rule.ts';

const is = (column: string): ColumnCondition & Filter => ({ column, operator: 'is-set' });
const thisYear: Filter = { column: 'day', operator: 'in-period', period: 'this-year' };

describe('filters of a measure as conditions', () => {
  it('are the same after editing', () => {
    const filtered = { filters: [is('a'), thisYear], anyOf: [[is('b'), is('c')]] };
    const { rule, others } = ruleOfFilters(filtered);
    assert.deepEqual(rule, { and: [is('a'), { or: [is('b'), is('c')] }] });
    assert.deepEqual(filtersOfRule(rule, others), filtered);
  });

  it('are one condition without a group, and nothing without conditions', () => {
    assert.deepEqual(ruleOfFilters({ filters: [is('a')] }).rule, is('a'));
    assert.deepEqual(filtersOfRule(undefined, {}), { filters: undefined, anyOf: undefined });
  });

  it('distribute groups of conditions that must all match', () => {
    assert.deepEqual(filtersOfRule({ or: [is('a'), { and: [is('b'), is('c')] }] }, {}), {
      filters: undefined,
      anyOf: [
        [is('a'), is('b')],
        [is('a'), is('c')],
      ],
    });
  });
});
