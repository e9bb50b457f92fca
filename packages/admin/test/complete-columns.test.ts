import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { columnOptions } from '../src/parts/sql/complete-columns.ts';

const orders = {
  schema: 'main',
  name: 'orders',
  columns: [{ name: 'amount', type: 'integer', nullable: true }],
};
const people = {
  schema: 'main',
  name: 'people',
  columns: [{ name: 'First name', type: 'string', nullable: true }],
};

const labels = (statement: string) =>
  columnOptions(statement, [orders, people], '"').map(({ label }) => label);

describe('column completion in SQL', () => {
  it('offers the columns of the tables in the statement, in any case and quoting', () => {
    assert.deepEqual(labels('SELECT a FROM "ORDERS"'), ['amount']);
  });

  it('offers all columns while the statement names no table', () => {
    assert.deepEqual(labels('SELECT a'), ['amount', 'First name']);
  });

  it('quotes names that SQL would misread', () => {
    const [option] = columnOptions('SELECT F FROM people', [people], '`');
    assert.equal(option?.apply, '`First name`');
  });
});
