import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import {
  newCondition,
  operatorsFor,
  scalarOf,
  typeOf,
  withOperands,
  withOperator,
  withSubject,
  withType,
} from '../../src/conditions/condition.ts';

const columns: readonly DatasetColumn[] = [
  { name: 'region', type: 'string', label: 'Region' },
  { name: 'amount', type: 'integer' },
  { name: 'open', type: 'boolean' },
];

describe('condition', () => {
  const finance = { context: 'groups', operator: 'contains', value: 'finance' } as const;
  const between = { context: 'attributes.level', operator: 'between', from: 3, to: 9 } as const;

  it('keeps its values where the operator changes', () => {
    const equals = { column: 'region', operator: 'equals', value: 'north' } as const;
    assert.deepEqual(withOperator(equals, 'in'), { column: 'region', operator: 'in', values: ['north'] });
    assert.deepEqual(withOperator(equals, 'between'), {
      column: 'region',
      operator: 'between',
      from: 'north',
      to: 'north',
    });
    assert.deepEqual(withOperator(equals, 'is-set'), { column: 'region', operator: 'is-set' });
    assert.deepEqual(withOperator(between, 'greater-or-equal'), {
      context: 'attributes.level',
      operator: 'greater-or-equal',
      value: 3,
    });
    assert.deepEqual(withOperator(finance, 'in'), { context: 'groups', operator: 'in', values: ['finance'] });
    const ofViewer = newCondition(columns);
    assert.deepEqual(withOperator(withOperator(ofViewer, 'equals'), 'in'), ofViewer);
  });

  it('never keeps an operator that does not fit the new column', () => {
    const less = { column: 'amount', operator: 'less', value: 5 } as const;
    const moved = withSubject(less, { column: 'open' }, columns);
    assert.deepEqual(moved, { column: 'open', operator: 'equals', value: false });
    assert.ok(operatorsFor(moved, columns).includes(moved.operator));
  });

  it('propose the attribute of the column, until another one is entered', () => {
    const proposed = withSubject(newCondition(columns), { column: 'invoice.account.customer' }, columns);
    assert.deepEqual(proposed, {
      column: 'invoice.account.customer',
      operator: 'in',
      values: { context: 'attributes.customer' },
    });
    const entered = { ...proposed, values: { context: 'attributes.client' } } as const;
    assert.deepEqual(withSubject(entered as never, { column: 'area' }, columns), {
      ...entered,
      column: 'area',
    });
  });

  it('compares the viewer with constants, never with the viewer', () => {
    const ofViewer = withSubject(newCondition(columns), { context: 'groups' }, columns);
    assert.deepEqual(ofViewer, { context: 'groups', operator: 'in', values: [] });
  });

  it('compares lists by their entries, and other values as a whole', () => {
    const name = withSubject(finance, { context: 'username' });
    assert.deepEqual(name, { context: 'username', operator: 'equals', value: 'finance' });
    assert.deepEqual(withSubject(name, { context: 'roles' }), { ...finance, context: 'roles' });
  });

  it('offers an operator of a file that is not offered otherwise', () => {
    const odd = { context: 'groups', operator: 'equals', value: 'a' } as const;
    assert.equal(operatorsFor(odd).at(-1), 'equals');
  });

  it('keeps fields of the viewer in a list of constants', () => {
    const mixed = { column: 'region', operator: 'in', values: ['north', { context: 'username' }] } as const;
    assert.deepEqual(withOperands(mixed, mixed.values), mixed);
  });

  it('has values of the chosen type', () => {
    const level = { context: 'attributes.level', operator: 'equals', value: '3' } as const;
    const asNumber = withType(level, 'number');
    assert.deepEqual(asNumber, { ...level, value: 3 });
    assert.deepEqual([typeOf(level), typeOf(asNumber)], ['string', 'number']);
    assert.deepEqual(withType(level, 'boolean'), { ...level, value: false });
  });

  it('reads numbers as numbers, and leaves other text to the server', () => {
    assert.deepEqual(
      ['12.5', '1.', '-2', '1e3', 'twelve'].map((text) => scalarOf(text, 'number')),
      [12.5, '1.', -2, '1e3', 'twelve'],
    );
    assert.equal(scalarOf('12', 'string'), '12');
    assert.equal(scalarOf('true', 'boolean'), true);
  });
});
