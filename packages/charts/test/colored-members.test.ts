import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memberKey } from '@inlay/protocol/member-key';
import fc from 'fast-check';
import { chartOf, type TileKind } from '../src/chart-kinds.ts';
import { coloredMembers, compareKeys } from '../src/data/colored-members.ts';
import type { TileOptions } from '../src/tile.ts';
import { dimension, measure, resultOf } from './fixtures/make-fixture.ts';

const result = resultOf([
  dimension('city', 'City', ['Oslo', 'Rome']),
  dimension('status', 'Status', ['Open', 'Paid']),
  measure('sales', 'Sales', [1, 2]),
]);

const found = (kind: TileKind, options: TileOptions = {}) => {
  const { column, members = [] } = coloredMembers({ chart: chartOf(kind), tile: { options }, result }) ?? {};
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

describe('the order of members', () => {
  it('has numbers before texts, and missing values last', () => {
    assert.deepEqual(keys('5x', '10', 'a', '9').toSorted(compareKeys), keys('9', '10', '5x', 'a'));
    assert.deepEqual(['', ...keys('a', '1')].toSorted(compareKeys), [...keys('1', 'a'), '']);
  });

  it('does not depend on the order of the result', () => {
    const member = fc.oneof(
      fc.constantFrom(null, '', true, 'Infinity', '-Infinity', 'NaN', '9', '10', '5x', '0x1f', '1e3', '1.0'),
      fc.integer(),
      fc.double(),
      fc.string(),
    );
    const shuffled = fc
      .uniqueArray(member.map(memberKey), { maxLength: 30 })
      .chain((members) =>
        fc.tuple(fc.constant(members), fc.shuffledSubarray(members, { minLength: members.length })),
      );
    fc.assert(
      fc.property(shuffled, ([members, others]) => {
        assert.deepEqual(members.toSorted(compareKeys), others.toSorted(compareKeys));
      }),
    );
  });
});
