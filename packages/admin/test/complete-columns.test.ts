import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { columnOptions } from '../src/parts/complete-columns.ts';

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

describe('columns that complete a statement', () => {
  it('are those of the tables that it names, however they are written', () => {
    assert.deepEqual(labels('SELECT a FROM "ORDERS"'), ['amount']);
  });

  it('are all as long as it names no table', () => {
    assert.deepEqual(labels('SELECT a'), ['amount', 'First name']);
  });

  it('are quoted where SQL would read their name otherwise', () => {
    const [option] = columnOptions('SELECT F FROM people', [people], '`');
    assert.equal(option?.apply, '`First name`');
  });
});
