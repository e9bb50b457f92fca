import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { type TileContent, TileContentSchema } from '@inlay/protocol/tile';
import { newFilter, operatorsFor, withOperator } from '../../src/model/filter-operators.ts';
import { EMPTY_TILE, finishTile, missingOf } from '../../src/model/finish-tile.ts';
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
import { waysOut } from '../../src/model/ways-out.ts';
import { ORDERS } from '../support/sample-dataset.ts';

describe('a tile that is being worked on', () => {
  it('says what it lacks, in the order in which an author meets it', () => {
    assert.deepEqual(missingOf(EMPTY_TILE), ['dataset', 'fields', 'title']);
  });

  it('is asked and saved without what was begun and not said yet', () => {
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

  it('has only filters that the API takes, whatever operator follows on another', () => {
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

  it('is told how to ask for less', () => {
    const query = {
      dimensions: [{ column: 'ordered_on', grain: 'day' } as const, { column: 'product' }],
      measures: ['sales'],
    };
    assert.deepEqual(waysOut({ ...EMPTY_TILE, query }, ORDERS), [
      { kind: 'coarser', column: 'ordered_on', grain: 'week' },
      { kind: 'top', column: 'product', count: 20 },
      { kind: 'period', column: 'ordered_on' },
    ]);
  });
});

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
});
