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

  const on = [{ own: 'id', other: 'id' }];
  const to = (name: string, dataset: string) => ({
    name,
    dataset,
    kind: 'many-to-one' as const,
    columns: on,
  });
  const equals = (column: string, key: string) =>
    ({ column, operator: 'equals', value: { context: `attributes.${key}` } }) as const;
  const accounts = {
    rowRules: [equals('customer', 'customer')],
    sourceAttributes: ['year'],
  };
  const invoices = {
    rowRules: [{ follow: 'account' }],
    relationships: [to('account', 'accounts')],
    groupRules: [{ group: 'x', rule: equals('state', 'state') }],
  };
  const datasetOf = (id: string) => (id === 'accounts' ? accounts : invoices);
  const source = { kind: 'table', table: 'payments' } as const;
  const relationships = [to('invoice', 'invoices')];

  it('include those of followed rules over several datasets, with the path to the column', () => {
    const rowRules = [{ or: [equals('clerk', 'clerk'), { follow: 'invoice' }] }];
    assert.deepEqual(readAttributes({ rowRules, relationships, source }, datasetOf), [
      { key: 'clerk', column: 'clerk' },
      { key: 'state', column: 'invoice.state' },
      { key: 'year', column: undefined },
      { key: 'customer', column: 'invoice.account.customer' },
    ]);
  });

  it('include those of required relationships', () => {
    const required = relationships.map((each) => ({ ...each, required: true }));
    assert.deepEqual(
      readAttributes({ relationships: required, source }, datasetOf).map(({ key }) => key),
      ['state', 'year', 'customer'],
    );
  });

  it('do not include the rules on the way to a related column, only the SQL', () => {
    const rowRules = [equals('invoice.account.customer', 'client')];
    assert.deepEqual(readAttributes({ rowRules, relationships, source }, datasetOf), [
      { key: 'client', column: 'invoice.account.customer' },
      { key: 'year', column: undefined },
    ]);
  });

  it('are found once where rules follow each other in a circle', () => {
    const one = { rowRules: [equals('a', 'a'), { follow: 'two' }], relationships: [to('two', 'two')] };
    const two = { rowRules: [equals('b', 'b'), { follow: 'one' }], relationships: [to('one', 'one')] };
    const found = readAttributes(one, (id) => (id === 'one' ? one : two));
    assert.deepEqual(
      found.map(({ key }) => key),
      ['a', 'b'],
    );
  });
});
