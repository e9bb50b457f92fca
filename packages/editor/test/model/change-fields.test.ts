import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TileContent } from '@inlay/charts/tile';
import { addField, moveField, removeField, withKind } from '../../src/model/change-fields.ts';
import { ORDERS } from '../support/sample-dataset.ts';

const TILE: TileContent = {
  title: 'Revenue',
  kind: 'bar',
  datasetId: 'orders',
  query: { dimensions: [], measures: [] },
};
const sales = { role: 'measure', name: 'sales' } as const;
const region = { role: 'dimension', name: 'region' } as const;

describe('the fields of a tile', () => {
  it('are added at the end or where they are dropped, dates by month', () => {
    const one = addField(
      addField(TILE, region, ORDERS),
      { role: 'dimension', name: 'ordered_on' },
      ORDERS,
      0,
    );
    assert.deepEqual(one.query.dimensions, [{ column: 'ordered_on', grain: 'month' }, { column: 'region' }]);
  });

  it('are moved rather than repeated', () => {
    const two = addField(addField(TILE, sales, ORDERS), { role: 'measure', name: 'units' }, ORDERS);
    assert.deepEqual(addField(two, sales, ORDERS, 5).query.measures, ['units', 'sales']);
    assert.deepEqual(moveField(two, sales, -3).query.measures, ['sales', 'units']);
  });

  it('are removed together with all references to them', () => {
    const tile: TileContent = {
      ...TILE,
      query: {
        dimensions: [{ column: 'region' }, { column: 'product' }],
        measures: ['sales', 'units'],
        sort: [{ by: 'sales', direction: 'desc' }],
        top: { dimension: 'region', by: 'sales', count: 5 },
        pivot: { dimension: 'product' },
      },
      options: {
        x: 'region',
        y: ['sales'],
        size: 'sales',
        formats: { sales: { kind: 'number' } },
        thresholds: [{ column: 'sales', from: 1, tone: 'good' }],
        donut: true,
      },
    };
    assert.deepEqual(removeField(tile, sales), {
      ...TILE,
      query: {
        dimensions: [{ column: 'region' }, { column: 'product' }],
        measures: ['units'],
        pivot: { dimension: 'product' },
      },
      options: { x: 'region', donut: true },
    });
    const { query } = removeField(tile, { role: 'dimension', name: 'product' });
    assert.equal(query.pivot, undefined);
    assert.deepEqual(query.top, tile.query.top);
  });

  it('are sorted by value if the kind is a ranking, unless the author chose an order', () => {
    const tile: TileContent = {
      ...TILE,
      query: { dimensions: [{ column: 'region' }], measures: ['sales'] },
    };
    assert.deepEqual(withKind(tile, 'bar', ORDERS).query.sort, [{ by: 'sales', direction: 'desc' }]);
    const query = { ...tile.query, sort: [{ by: 'region', direction: 'asc' } as const] };
    assert.equal(withKind({ ...tile, query }, 'bar', ORDERS).query, query);
    assert.deepEqual(withKind(tile, 'line', ORDERS), { ...tile, kind: 'line' });
  });

  it('of different units get two panels as bars and a line, unless the author chose two axes', () => {
    const tile = { ...TILE, query: { dimensions: [{ column: 'ordered_on' }], measures: ['sales', 'units'] } };
    assert.deepEqual(withKind(tile, 'bar-line', ORDERS).options, { splitMeasures: true });
    const chosen = { ...tile, options: { splitMeasures: false } };
    assert.deepEqual(withKind(chosen, 'bar-line', ORDERS).options, { splitMeasures: false });
    const alike = { ...tile, query: { ...tile.query, measures: ['sales', 'cost'] } };
    assert.equal(withKind(alike, 'bar-line', ORDERS).options, undefined);
  });
});
