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

describe('who sees a tile', () => {
  const finance = { context: 'groups', operator: 'contains', value: 'finance' } as const;
  const north = { context: 'attributes.region', operator: 'equals', value: 'north' } as const;

  const nested = { and: [{ or: [finance, north] }, finance] } as const;

  it('is the same rule after it was read as a group', () => {
    for (const rule of [undefined, finance, { and: [finance, north] }, { or: [finance, north] }, nested])
      assert.deepEqual(ruleOf(groupOf(rule)), rule);
    assert.equal(conditionsOf(nested).length, 3);
  });

  it('becomes the one that is left of a group', () => {
    assert.deepEqual(ruleOf({ join: 'or', parts: [nested] }), nested);
    assert.equal(ruleOf({ join: 'or', parts: [] }), undefined);
  });

  it('takes a group of the other word, which is not finished yet', () => {
    const [added] = groupOf(newGroup('and')).parts;
    assert.equal(groupOf(newGroup('and')).join, 'or');
    assert.ok(added && !isFinished({ and: [finance, newGroup('and')] }));
  });

  it('compares with values of the type that was chosen', () => {
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

  it('is not finished while a condition is empty', () => {
    assert.ok(isFinished(undefined) && isFinished(finance));
    assert.ok(!isFinished({ ...finance, value: '' }));
    assert.ok(!isFinished({ and: [north, { or: [finance, { ...finance, value: '' }] }] }));
    assert.ok(!isFinished({ and: [finance, { context: 'attributes.', operator: 'is-set' }] }));
  });

  it('keeps of a condition what another operator can say', () => {
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
