import assert from 'node:assert/strict';
import test from 'node:test';
import type { VisibilityRule } from '@inlay/protocol/rule';
import { createContextReader } from '../../../src/platform/rules/context-reading.ts';
import { evaluateVisibility } from '../../../src/platform/rules/evaluate-visibility.ts';

const context = {
  username: 'ada@example.com',
  workspaceId: 'main',
  roles: ['USER'],
  groups: ['finance', 'sales'],
  attributes: {
    plan: 'pro',
    seats: 12,
    beta: true,
    tags: ['a', 'b'],
    mixed: ['a', 1],
    empty: '',
    none: [],
    nothing: null,
    nested: { a: 1 },
    'a.b': 'dotted',
  },
};
const whole = createContextReader(context);
const truncated = createContextReader(context, ['attributes', 'groups']);
const lonely = createContextReader({ ...context, groups: [] });

const seen = (rule: VisibilityRule, reader = whole) => evaluateVisibility(rule, reader);

test('visibility rules: compare a context value with a constant of its type', () => {
  assert.equal(seen({ context: 'attributes.plan', operator: 'equals', value: 'pro' }), 'true');
  assert.equal(seen({ context: 'attributes.plan', operator: 'equals', value: 'Pro' }), 'false');
  assert.equal(seen({ context: 'attributes.plan', operator: 'not-equals', value: 'free' }), 'true');
  assert.equal(seen({ context: 'attributes.plan', operator: 'in', values: ['pro', 'team'] }), 'true');
  assert.equal(seen({ context: 'attributes.plan', operator: 'not-in', values: ['pro'] }), 'false');
  assert.equal(seen({ context: 'attributes.seats', operator: 'greater-or-equal', value: 12 }), 'true');
  assert.equal(seen({ context: 'attributes.seats', operator: 'less', value: 12 }), 'false');
  assert.equal(seen({ context: 'attributes.seats', operator: 'between', from: 1, to: 12 }), 'true');
  assert.equal(seen({ context: 'attributes.beta', operator: 'equals', value: true }), 'true');
  assert.equal(seen({ context: 'attributes.a.b', operator: 'equals', value: 'dotted' }), 'true');
  assert.equal(seen({ context: 'username', operator: 'equals', value: 'ada@example.com' }), 'true');
  assert.equal(seen({ context: 'workspaceId', operator: 'equals', value: 'other' }), 'false');
});

test('visibility rules: check lists for one entry, any of several, or none of several', () => {
  assert.equal(seen({ context: 'groups', operator: 'contains', value: 'sales' }), 'true');
  assert.equal(seen({ context: 'groups', operator: 'contains', value: 'sale' }), 'false');
  assert.equal(seen({ context: 'groups', operator: 'in', values: ['hr', 'sales'] }), 'true');
  assert.equal(seen({ context: 'groups', operator: 'not-in', values: ['hr'] }), 'true');
  assert.equal(seen({ context: 'roles', operator: 'contains', value: 'ADMIN' }), 'false');
  assert.equal(seen({ context: 'attributes.tags', operator: 'contains', value: 'b' }), 'true');
});

test('visibility rules: a missing value grants nothing, even in negative conditions', () => {
  for (const key of ['absent', 'empty', 'none', 'nothing', '__proto__', 'constructor', 'toString'] as const) {
    for (const operator of ['equals', 'not-equals', 'less', 'greater', 'contains'] as const) {
      assert.equal(
        seen({ context: `attributes.${key}`, operator, value: 'x' }),
        'unknown',
        `${key} ${operator}`,
      );
    }
    assert.equal(seen({ context: `attributes.${key}`, operator: 'not-in', values: ['x'] }), 'unknown');
    assert.equal(seen({ context: `attributes.${key}`, operator: 'is-set' }), 'false');
    assert.equal(seen({ context: `attributes.${key}`, operator: 'is-not-set' }), 'true');
  }
  assert.equal(seen({ context: 'groups', operator: 'not-in', values: ['hr'] }, lonely), 'unknown');
});

test('visibility rules: a value of another type grants nothing, even in negative conditions', () => {
  assert.equal(seen({ context: 'attributes.seats', operator: 'equals', value: '12' }), 'unknown');
  assert.equal(seen({ context: 'attributes.seats', operator: 'not-equals', value: '12' }), 'unknown');
  assert.equal(seen({ context: 'attributes.beta', operator: 'less', value: true }), 'unknown');
  assert.equal(seen({ context: 'attributes.tags', operator: 'equals', value: 'a' }), 'unknown');
  assert.equal(seen({ context: 'attributes.plan', operator: 'contains', value: 'p' }), 'unknown');
  assert.equal(seen({ context: 'attributes.nested', operator: 'is-not-set' }), 'unknown');
  assert.equal(seen({ context: 'attributes.mixed', operator: 'not-in', values: ['x'] }), 'unknown');
  assert.equal(seen({ context: 'attributes.mixed', operator: 'contains', value: 'a' }), 'true');
  assert.equal(seen({ context: 'attributes.seats', operator: 'greater', value: 2 ** 60 }), 'unknown');
});

test('visibility rules: entries possibly lost to truncation are unknown; the rest still count', () => {
  assert.equal(seen({ context: 'attributes.absent', operator: 'is-not-set' }, truncated), 'unknown');
  assert.equal(
    seen({ context: 'attributes.absent', operator: 'not-equals', value: 'x' }, truncated),
    'unknown',
  );
  assert.equal(seen({ context: 'attributes.plan', operator: 'equals', value: 'pro' }, truncated), 'true');
  assert.equal(seen({ context: 'groups', operator: 'contains', value: 'sales' }, truncated), 'true');
  assert.equal(seen({ context: 'groups', operator: 'contains', value: 'hr' }, truncated), 'unknown');
  assert.equal(seen({ context: 'groups', operator: 'not-in', values: ['hr'] }, truncated), 'unknown');
  assert.equal(seen({ context: 'groups', operator: 'not-in', values: ['sales'] }, truncated), 'false');
});

test('visibility rules: and, or follow three-valued logic', () => {
  const yes: VisibilityRule = { context: 'attributes.beta', operator: 'equals', value: true };
  const no: VisibilityRule = { context: 'attributes.beta', operator: 'equals', value: false };
  const unknown: VisibilityRule = { context: 'attributes.absent', operator: 'equals', value: true };
  assert.equal(seen({ and: [yes, unknown] }), 'unknown');
  assert.equal(seen({ and: [no, unknown] }), 'false');
  assert.equal(seen({ or: [yes, unknown] }), 'true');
  assert.equal(seen({ or: [no, unknown] }), 'unknown');
  assert.equal(seen({ or: [no, { and: [yes, yes] }] }), 'true');
  assert.equal(seen({ and: [] }), 'unknown');
  assert.equal(seen({ or: [] }), 'false');
});
