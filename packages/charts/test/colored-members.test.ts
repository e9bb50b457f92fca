import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memberKey } from '@inlay/protocol/member-key';
import { chartOf, type TileKind } from '../src/chart-kinds.ts';
import { coloredMembers } from '../src/data/colored-members.ts';
import type { TileOptions } from '../src/tile.ts';
import { dimension, measure, resultOf } from './fixtures/make-fixture.ts';

const result = resultOf([
  dimension('city', 'City', ['Oslo', 'Rome']),
  dimension('status', 'Status', ['Open', 'Paid']),
  measure('sales', 'Sales', [1, 2]),
]);

const found = (kind: TileKind, options: TileOptions = {}) => {
  const { column, members = [] } = coloredMembers(chartOf(kind), options, result) ?? {};
  return [column, members.map(({ key }) => key)];
};
const keys = (...values: readonly string[]) => values.map(memberKey);

describe('the members that a tile distinguishes by color', () => {
  it('are parts or series, the largest first', () => {
    assert.deepEqual(found('pie'), ['city', keys('Rome', 'Oslo')]);
    assert.deepEqual(found('line'), ['status', keys('Paid', 'Open')]);
  });

  it('are groups of points only if the author chose them', () => {
    assert.deepEqual(found('scatter'), [undefined, []]);
    assert.deepEqual(found('scatter', { series: 'status' }), ['status', keys('Paid', 'Open')]);
  });

  it('are not those of small multiples, where the kind has them', () => {
    assert.deepEqual(found('line', { panels: 'city' }), [undefined, []]);
    assert.deepEqual(found('line', { panels: 'status' }), [undefined, []]);
    assert.deepEqual(found('pie', { panels: 'city' }), ['city', keys('Rome', 'Oslo')]);
  });
});
