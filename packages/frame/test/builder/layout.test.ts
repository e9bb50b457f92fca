import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { overlap } from '@inlay/protocol/grid';
import fc from 'fast-check';
import { alignItems } from '../../src/builder/layout/align-items.ts';
import type { Placed } from '../../src/builder/layout/arrange.ts';
import { addItems, moveItems, removeItems, resizeItem } from '../../src/builder/layout/change-layout.ts';
import { movePhoneItem, phoneOrder } from '../../src/builder/layout/phone-order.ts';

const item = (id: string, x: number, y: number, w = 4, h = 4): Placed => ({ id, x, y, w, h });
const places = (items: readonly Placed[]) =>
  items
    .map(({ id, x, y, w, h }) => `${id}@${x},${y} ${w}x${h}`)
    .sort()
    .join(' | ');
const row = [item('a', 0, 0), item('b', 4, 0), item('c', 8, 0)];

/** Layouts as a builder makes them: everything stands on something. */
const layouts = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 8 }),
      w: fc.integer({ min: 2, max: 4 }),
      h: fc.integer({ min: 2, max: 8 }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((boxes) =>
    boxes.reduce<readonly Placed[]>((items, box, index) => {
      const bottom = Math.max(0, ...items.map(({ y, h }) => y + h));
      return addItems(items, [{ id: `i${index}`, y: 0, ...box }], { x: box.x, y: bottom });
    }, []),
  );

const assertSound = (items: readonly Placed[]) => {
  for (const [index, one] of items.entries()) {
    assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.w <= 12, places([one]));
    for (const other of items.slice(index + 1)) assert.ok(!overlap(one, other), places([one, other]));
  }
};

describe('the layout of a dashboard', () => {
  it('swaps a tile with the one below it when it is moved down onto it', () => {
    const stack = [item('a', 0, 0), item('b', 0, 4)];
    assert.equal(places(moveItems(stack, new Set(['a']), 0, 4)), 'a@0,4 4x4 | b@0,0 4x4');
  });

  it('pushes down items in the way and moves the rest up', () => {
    assert.equal(places(moveItems(row, new Set(['a']), 4, 0)), 'a@4,0 4x4 | b@4,4 4x4 | c@8,0 4x4');
    assert.equal(
      places(removeItems([...row, item('d', 0, 4)], new Set(['a']))),
      'b@4,0 4x4 | c@8,0 4x4 | d@0,0 4x4',
    );
  });

  it('moves a group together, up to the edge', () => {
    assert.equal(places(moveItems(row, new Set(['a', 'b']), 9, 0)), 'a@4,0 4x4 | b@8,0 4x4 | c@8,4 4x4');
    assert.equal(moveItems(row, new Set(['a', 'b']), -3, -2), row);
  });

  it('keeps a tile readable and on the grid when it is resized', () => {
    assert.equal(
      places(resizeItem(row, 'a', { x: 0, y: 0, w: 0, h: 0 })),
      'a@0,0 2x2 | b@4,0 4x4 | c@8,0 4x4',
    );
    assert.equal(
      places(resizeItem(row, 'b', { x: 4, y: 0, w: 20, h: 4 })),
      'a@0,0 4x4 | b@4,0 8x4 | c@8,4 4x4',
    );
  });

  it('adds items in the first gap that they fit in, and otherwise below the last row', () => {
    const holes = [item('a', 0, 0), item('b', 8, 0), item('c', 0, 4, 12, 2), item('d', 0, 6, 6)];
    const placeOf = (added: Placed, from: number) => {
      const { x, y } = addItems(holes, [added], { from }).find(({ id }) => id === 'n') ?? added;
      return [x, y];
    };
    assert.deepEqual(placeOf(item('n', 0, 0), 0), [4, 0]);
    assert.deepEqual(placeOf(item('n', 0, 0, 6), 0), [6, 6]);
    assert.deepEqual(placeOf(item('n', 0, 0, 8), 0), [0, 10]);
  });

  it('adds items at or below the row that the author looks at', () => {
    const holes = [item('a', 0, 0), item('b', 8, 0), item('c', 0, 4, 12, 2), item('d', 0, 6, 6)];
    const added = addItems(holes, [item('n', 0, 0)], { from: 4 });
    assert.equal(places(added), 'a@0,0 4x4 | b@8,0 4x4 | c@0,4 12x2 | d@0,6 6x4 | n@6,6 4x4');
    assert.equal(places(addItems([], [item('n', 0, 0)], { from: Number.POSITIVE_INFINITY })), 'n@0,0 4x4');
  });

  it('adds items next to the last row, then below it', () => {
    const two = row.slice(0, 2);
    assert.equal(places(addItems(two, [item('n', 0, 0)])), 'a@0,0 4x4 | b@4,0 4x4 | n@8,0 4x4');
    assert.equal(
      places(addItems(row, [item('n', 0, 0, 6)])),
      'a@0,0 4x4 | b@4,0 4x4 | c@8,0 4x4 | n@0,4 6x4',
    );
  });

  it('returns unmoved items as the same objects', () => {
    const moved = moveItems(row, new Set(['a']), 0, 4);
    assert.equal(moved[1], row[1]);
    assert.equal(moved[2], row[2]);
  });

  it('aligns and distributes the selected items', () => {
    const mixed = [item('a', 0, 0, 3, 4), item('b', 5, 0, 4, 6), item('c', 2, 6, 6, 2)];
    const all = new Set(['a', 'b', 'c']);
    assert.equal(places(alignItems(mixed, all, 'row')), 'a@0,0 4x6 | b@4,0 4x6 | c@8,0 4x6');
    assert.equal(
      places(alignItems(mixed, new Set(['a', 'b']), 'same-size')),
      'a@0,0 3x4 | b@5,0 3x4 | c@2,4 6x2',
    );
    for (const alignment of ['start', 'top', 'same-size', 'row'] as const)
      assertSound(alignItems(mixed, all, alignment));
  });

  it('never lets tiles overlap or leave the grid, for any sequence of changes', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.array(
          fc.record({
            kind: fc.constantFrom('move', 'resize', 'remove', 'align'),
            pick: fc.array(fc.nat(13), { minLength: 1, maxLength: 4 }),
            dx: fc.integer({ min: -14, max: 14 }),
            dy: fc.integer({ min: -20, max: 20 }),
            alignment: fc.constantFrom(
              'start' as const,
              'top' as const,
              'same-size' as const,
              'row' as const,
            ),
          }),
          { maxLength: 8 },
        ),
        (start, steps) => {
          let items = start;
          assertSound(items);
          for (const { kind, pick, dx, dy, alignment } of steps) {
            const ids = new Set(pick.flatMap((index) => items[index % Math.max(1, items.length)]?.id ?? []));
            const first = items.find(({ id }) => ids.has(id));
            if (kind === 'move') items = moveItems(items, ids, dx, dy);
            else if (kind === 'remove' && items.length > 3) items = removeItems(items, ids);
            else if (kind === 'align') items = alignItems(items, ids, alignment);
            else if (first)
              items = resizeItem(items, first.id, {
                ...first,
                w: first.w + dx,
                h: first.h + dy,
                x: first.x - dx,
              });
            assertSound(items);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('mobile order', () => {
  it('is the reading order, and a new tile follows its predecessor', () => {
    assert.deepEqual(phoneOrder(row), ['a', 'b', 'c']);
    assert.deepEqual(phoneOrder([...row, item('d', 0, 4)], ['c', 'a', 'b']), ['c', 'd', 'a', 'b']);
  });

  it('is dropped once it equals the reading order', () => {
    const once = movePhoneItem(row, undefined, 'c', -1);
    assert.deepEqual(once, ['a', 'c', 'b']);
    assert.equal(movePhoneItem(row, once, 'c', 1), undefined);
  });
});
