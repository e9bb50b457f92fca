import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TileContent, TileContentSchema } from '@inlay/charts/tile';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { cheaperQueries } from '../../src/model/cheaper-queries.ts';
import { newFilter, operatorsFor, withOperator } from '../../src/model/filter-operators.ts';
import { EMPTY_TILE, finishTile, missingOf } from '../../src/model/finish-tile.ts';
import { ORDERS } from '../support/sample-dataset.ts';

describe('an unfinished tile', () => {
  it('reports what it lacks, in the order of the editor', () => {
    assert.deepEqual(missingOf(EMPTY_TILE), ['dataset', 'fields', 'title']);
  });

  it('is previewed and saved without its unfinished parts', () => {
    const tile: TileContent = {
      title: 'Revenue',
      kind: 'line',
      datasetId: 'orders',
      query: {
        dimensions: [],
        measures: ['sales'],
        filters: [newFilter('region', 'string'), newFilter('ordered_on', 'date')],
      },
      options: { thresholds: [{ tone: 'good' }], annotations: [{ at: '', label: '' }] },
    };
    const finished = finishTile(tile);
    assert.deepEqual(finished, {
      title: 'Revenue',
      kind: 'line',
      datasetId: 'orders',
      query: { dimensions: [], measures: ['sales'] },
    });
  });

  it('has only filters that the API accepts after any change of operator', () => {
    for (const { name, type } of ORDERS.columns)
      for (const first of operatorsFor(type))
        for (const second of operatorsFor(type)) {
          const filter = withOperator(withOperator(newFilter(name, type), first), second);
          const tile = finishTile({
            title: 'x',
            kind: 'table',
            datasetId: 'orders',
            query: { dimensions: [], measures: ['sales'], filters: [filter] },
          });
          assert.deepEqual(shapeErrors(TileContentSchema, tile), [], `${type} ${first} ${second}`);
        }
  });

  it('gets suggestions for cheaper queries', () => {
    const query = {
      dimensions: [{ column: 'ordered_on', grain: 'day' } as const, { column: 'product' }],
      measures: ['sales'],
    };
    assert.deepEqual(cheaperQueries({ ...EMPTY_TILE, query }, ORDERS), [
      { kind: 'coarser', column: 'ordered_on', grain: 'week' },
      { kind: 'top', column: 'product', count: 20 },
      { kind: 'period', column: 'ordered_on' },
    ]);
  });
});
