import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memberKey } from '@inlay/protocol/member-key';
import type { Cell } from '@inlay/protocol/result';
import { compareKeys } from '../src/data/colored-members.ts';
import { assignSlots, type ColoredTile, type PageSlots, slotsOfTile } from '../src/theme/assign-slots.ts';
import { createTheme } from '../src/theme/create-theme.ts';

const { tokens } = createTheme();

/** A tile whose members are given by size. */
const tileOf = (
  dimension: string,
  values: readonly Cell[],
  fixed: Readonly<Record<string, string>> = {},
): ColoredTile => ({
  dimension,
  members: values.map((value, index) => ({
    key: memberKey(value),
    share: (values.length - index) / values.length,
    fixed: fixed[String(value)],
  })),
});
const range = (count: number, name = 'n') => Array.from({ length: count }, (_, index) => `${name}${index}`);
const slotOf = (page: PageSlots, dimension: string, value: Cell) => page.get(dimension)?.[memberKey(value)];
const slotsIn = (page: PageSlots, dimension: string) => Object.values(page.get(dimension) ?? {});

describe('the colors of a page', () => {
  it('are the same for a member in all tiles, in any order of tiles and members', () => {
    const tiles = [tileOf('region', ['south', 'north']), tileOf('region', ['west', 'south'])];
    const page = assignSlots(tiles, tokens);
    assert.deepEqual(page.get('region'), { '=north': 0, '=south': 1, '=west': 2 });
    assert.deepEqual(assignSlots(tiles.toReversed(), tokens).get('region'), page.get('region'));
  });

  it('tell numbers, booleans, empty text and missing values apart', () => {
    const page = assignSlots([tileOf('mixed', [null, '', 10, 9, true])], tokens);
    assert.equal(new Set(slotsIn(page, 'mixed')).size, 5);
    assert.deepEqual([null, '', 'b', 'a', 10, 9].map(memberKey).toSorted(compareKeys), [
      '=',
      '=9',
      '=10',
      '=a',
      '=b',
      '',
    ]);
  });

  it('are not shared by dimensions with at most eight members together', () => {
    const page = assignSlots(
      [tileOf('region', range(3)), tileOf('status', range(3)), tileOf('plan', range(2))],
      tokens,
    );
    const slots = ['region', 'status', 'plan'].flatMap((dimension) => slotsIn(page, dimension));
    assert.equal(new Set(slots).size, 8);
  });

  it('begin with the dimension that most tiles show, then with the one with most members', () => {
    const few = tileOf('plan', ['a']);
    const page = assignSlots([tileOf('region', range(4)), few, few, tileOf('status', range(2))], tokens);
    assert.deepEqual(slotsIn(page, 'plan'), [0]);
    assert.deepEqual(slotsIn(page, 'region'), [1, 2, 3, 4]);
    assert.deepEqual(slotsIn(page, 'status'), [5, 6]);
  });

  it('are shared by dimensions with more members, but never within a dimension', () => {
    const page = assignSlots([tileOf('region', range(6)), tileOf('status', range(5))], tokens);
    assert.deepEqual(slotsIn(page, 'region'), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(slotsIn(page, 'status'), [6, 7, 0, 1, 2]);
  });

  it('are for the largest members of a dimension with more members than colors', () => {
    const page = assignSlots([tileOf('country', range(20))], tokens);
    assert.deepEqual(Object.keys(page.get('country') ?? {}), range(8).map(memberKey));
    assert.equal(new Set(slotsIn(page, 'country')).size, 8);
  });

  it('repeat for members of such a dimension that no tile shows together', () => {
    const [shoes, tents] = [tileOf('product', range(6, 'shoe')), tileOf('product', range(6, 'tent'))];
    const page = assignSlots([shoes, tents], tokens);
    for (const tile of [shoes, tents])
      assert.equal(new Set(Object.values(slotsOfTile(page, tile))).size, 6, 'each tile has six colors');
  });

  it('leave out the smaller of two members with one color in a tile', () => {
    const page = new Map([['country', { '=a': 2, '=b': 2 }]]);
    assert.deepEqual(slotsOfTile(page, tileOf('country', ['b', 'a'])), { '=b': 2 });
  });

  it('stay after a filter that removes members, adds others and changes their order', () => {
    const before = assignSlots([tileOf('region', range(5))], tokens);
    const after = assignSlots([tileOf('region', ['n4', 'new', 'n1'])], tokens, before);
    for (const name of range(5)) assert.equal(slotOf(after, 'region', name), slotOf(before, 'region', name));
    assert.equal(slotOf(after, 'region', 'new'), 5);
  });

  it('avoid a color that the dataset fixes, by token and by looks', () => {
    const fixed = { Paid: 'series-1', Open: tokens['series-2'].toUpperCase() };
    const page = assignSlots(
      [tileOf('status', ['Paid', 'Open', 'Late'], fixed), tileOf('region', range(3))],
      tokens,
    );
    assert.deepEqual(page.get('status'), { '=Late': 5 });
    assert.deepEqual(slotsIn(page, 'region'), [2, 3, 4]);
  });
});
