import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conditionsOf, groupOf, isFinished, newGroup, ruleOf } from '../../src/conditions/rule-group.ts';

describe('rule group', () => {
  const finance = { context: 'groups', operator: 'contains', value: 'finance' } as const;
  const north = { context: 'attributes.region', operator: 'equals', value: 'north' } as const;

  const nested = { and: [{ or: [finance, north] }, finance] } as const;

  it('a rule is the same after it was read as a group', () => {
    for (const rule of [undefined, finance, { and: [finance, north] }, { or: [finance, north] }, nested])
      assert.deepEqual(ruleOf(groupOf(rule)), rule);
    assert.equal(conditionsOf(nested).length, 3);
  });

  it('a group of one becomes the condition that is left', () => {
    assert.deepEqual(ruleOf({ join: 'or', parts: [nested] }), nested);
    assert.equal(ruleOf({ join: 'or', parts: [] }), undefined);
  });

  it('a new group has the other join, and is not finished yet', () => {
    const [added] = groupOf(newGroup('and')).parts;
    assert.equal(groupOf(newGroup('and')).join, 'or');
    assert.ok(added && !isFinished({ and: [finance, newGroup('and')] }));
  });

  it('a rule is not finished while one of its conditions is empty', () => {
    assert.ok(isFinished(undefined) && isFinished(finance));
    assert.ok(!isFinished({ ...finance, value: '' }));
    assert.ok(!isFinished({ context: 'groups', operator: 'in', values: [] }));
    assert.ok(!isFinished({ and: [north, { or: [finance, { ...finance, value: '' }] }] }));
    assert.ok(!isFinished({ and: [finance, { context: 'attributes.', operator: 'is-set' }] }));
    assert.ok(isFinished({ context: 'attributes.region', operator: 'is-set' }));
  });
});
