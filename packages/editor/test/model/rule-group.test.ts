import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withConditionOperator } from '../../src/model/condition-operators.ts';
import {
  conditionsOf,
  groupOf,
  isFinished,
  kindOf,
  newGroup,
  ruleOf,
  scalarFrom,
  withKind,
} from '../../src/model/rule-group.ts';

describe('visibility rule in the editor', () => {
  const finance = { context: 'groups', operator: 'contains', value: 'finance' } as const;
  const north = { context: 'attributes.region', operator: 'equals', value: 'north' } as const;

  const nested = { and: [{ or: [finance, north] }, finance] } as const;

  it('round-trips as a group', () => {
    for (const rule of [undefined, finance, { and: [finance, north] }, { or: [finance, north] }, nested])
      assert.deepEqual(ruleOf(groupOf(rule)), rule);
    assert.equal(conditionsOf(nested).length, 3);
  });

  it('becomes the only condition left in a group', () => {
    assert.deepEqual(ruleOf({ join: 'or', parts: [nested] }), nested);
    assert.equal(ruleOf({ join: 'or', parts: [] }), undefined);
  });

  it('gets a nested group with the other operator, which is unfinished', () => {
    const [added] = groupOf(newGroup('and')).parts;
    assert.equal(groupOf(newGroup('and')).join, 'or');
    assert.ok(added && !isFinished({ and: [finance, newGroup('and')] }));
  });

  it('converts values to the chosen type', () => {
    const level = { context: 'attributes.level', operator: 'equals', value: '3' } as const;
    const asNumber = withKind(level, 'number');
    assert.deepEqual(asNumber, { ...level, value: 3 });
    assert.deepEqual([kindOf(level), kindOf(asNumber)], ['string', 'number']);
    assert.deepEqual(
      ['1.', '1.5', '-2', '1e3'].map((text) => scalarFrom(text, 'number')),
      ['1.', 1.5, -2, '1e3'],
    );
    assert.deepEqual(withKind(level, 'boolean'), { ...level, value: false });
  });

  it('is unfinished while a condition is empty', () => {
    assert.ok(isFinished(undefined) && isFinished(finance));
    assert.ok(!isFinished({ ...finance, value: '' }));
    assert.ok(!isFinished({ and: [north, { or: [finance, { ...finance, value: '' }] }] }));
    assert.ok(!isFinished({ and: [finance, { context: 'attributes.', operator: 'is-set' }] }));
  });

  it('keeps the value of a condition that fits another operator', () => {
    const between = { context: 'attributes.level', operator: 'between', from: 3, to: 9 } as const;
    assert.deepEqual(withConditionOperator(between, 'greater-or-equal'), {
      context: 'attributes.level',
      operator: 'greater-or-equal',
      value: 3,
    });
    assert.deepEqual(withConditionOperator(finance, 'in'), {
      context: 'groups',
      operator: 'in',
      values: ['finance'],
    });
    assert.deepEqual(withConditionOperator(north, 'is-set'), {
      context: 'attributes.region',
      operator: 'is-set',
    });
  });
});
