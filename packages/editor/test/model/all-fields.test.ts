import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages } from '@inlay/messages/editor/en';
import { labelOf } from '../../src/editor-context.ts';
import { allFields } from '../../src/model/all-fields.ts';
import { addField, removeField } from '../../src/model/change-fields.ts';
import { EMPTY_TILE, finishTile } from '../../src/model/finish-tile.ts';
import { ORDERS } from '../support/sample-dataset.ts';

const dataset = allFields(
  {
    ...ORDERS,
    columns: ORDERS.columns.map((column) =>
      column.name === 'quantity' ? { ...column, aggregations: ['sum', 'average'] } : column,
    ),
    related: [
      {
        label: 'Customer',
        columns: [{ name: 'customer.segment', label: 'Segment', type: 'string' }],
        measures: [],
      },
    ],
  },
  messages.aggregationOf,
);

describe('all fields of a dataset', () => {
  it('include those of related datasets and measures of columns, with labels', () => {
    assert.equal(labelOf(dataset, 'customer.segment'), 'Customer: Segment');
    assert.equal(labelOf(dataset, 'sum(quantity)'), 'Sum of Quantity');
    assert.equal(labelOf(dataset, 'average(quantity)'), 'Average of Quantity');
    assert.deepEqual(
      dataset.measures.filter(({ of }) => of === 'quantity').map(({ name, additive }) => [name, additive]),
      [
        ['sum(quantity)', true],
        ['average(quantity)', false],
      ],
    );
  });
});

describe('a tile with interaction', () => {
  const tile = ['sum(quantity)', 'units'].reduce(
    (made, name) => addField(made, { role: 'measure', name }, dataset),
    addField(
      { ...EMPTY_TILE, datasetId: 'orders' },
      { role: 'dimension', name: 'customer.segment' },
      dataset,
    ),
  );

  it('loses unfinished parts', () => {
    const unfinished = {
      ...tile,
      query: { ...tile.query, anyOf: [[], [{ column: 'region', operator: 'equals', value: '' } as const]] },
      click: { kind: 'url', url: 'http://' } as const,
    };
    assert.deepEqual(finishTile(unfinished), tile);
    assert.deepEqual(finishTile({ ...tile, click: { kind: 'dashboard', dashboard: '' } }), tile);
  });

  it('always offers what it shows first as a choice', () => {
    const { choices } = finishTile({
      ...tile,
      choices: { measures: ['sales', 'cost'], grains: ['day', 'week'] },
    });
    assert.deepEqual(choices, { measures: ['sum(quantity)', 'sales', 'cost'] });
  });

  it('names a removed field nowhere', () => {
    const used = {
      ...tile,
      query: { ...tile.query, having: [{ measure: 'units', operator: 'greater', value: 1 } as const] },
      click: { kind: 'dashboard', dashboard: 'x', filters: { f: 'customer.segment' } } as const,
    };
    const without = removeField(removeField(used, { role: 'measure', name: 'units' }), {
      role: 'dimension',
      name: 'customer.segment',
    });
    assert.doesNotMatch(JSON.stringify(without), /units|segment/);
  });
});
