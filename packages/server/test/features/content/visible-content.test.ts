import assert from 'node:assert/strict';
import test from 'node:test';
import type { Tile } from '@inlay/charts/tile';
import type { Story } from '@inlay/content/story';
import { type UnfoldedDashboard, unfoldDashboard } from '@inlay/content/unfold-dashboard';
import { overlap } from '@inlay/protocol/grid';
import type { VisibilityRule } from '@inlay/protocol/rule';
import fc from 'fast-check';
import {
  compactLayout,
  type Placed,
  visibleContent,
} from '../../../src/features/content/visibility/visible-content.ts';

const forGroup = (group: string): VisibilityRule => ({
  context: 'groups',
  operator: 'contains',
  value: group,
});
const asMemberOf =
  (...groups: string[]) =>
  (rule: VisibilityRule) =>
    'value' in rule && groups.includes(String(rule.value));

const tile = (id: string, rest: Partial<Tile> = {}): Tile => ({
  id,
  title: id,
  kind: 'bar',
  datasetId: 'orders',
  query: { dimensions: [], measures: ['revenue'] },
  ...rest,
});
const tiles = [
  tile('open'),
  tile('secret', { visibility: forGroup('board') }),
  tile('margin', { datasetId: 'costs' }),
];

const story: Story = {
  id: 's',
  title: 'Story',
  filters: [
    { id: 'region', label: 'Region', datasetId: 'orders', kind: 'dropdown', column: 'region' },
    {
      id: 'cost',
      label: 'Cost',
      datasetId: 'costs',
      kind: 'dropdown',
      column: 'cost',
      dependsOn: ['only-secret'],
    },
    { id: 'only-secret', label: 'S', datasetId: 'orders', kind: 'dropdown', column: 'c', tiles: ['secret'] },
  ],
  steps: [
    { id: 'a', title: 'Two charts', tiles: ['open', 'secret'] },
    { id: 'b', title: 'A secret chart', tiles: ['secret'] },
    {
      id: 'c',
      title: 'A secret number',
      narrative: '{{ n }}',
      values: { n: { tile: 'secret', column: 'revenue' } },
      tiles: ['open'],
    },
    { id: 'd', title: 'For the board', narrative: 'Words only', visibility: forGroup('board') },
    { id: 'e', title: 'Costs', tiles: ['margin'] },
  ],
};

test('visibleContent: removes hidden steps of a story without leaving gaps', () => {
  const seen = visibleContent({ kind: 'story', story, tiles }, asMemberOf());
  assert.ok(seen?.kind === 'story');
  assert.deepEqual(
    seen.story.steps.map(({ id, tiles: ids }) => [id, ids]),
    [
      ['a', ['open']],
      ['e', ['margin']],
    ],
  );
  assert.deepEqual(
    seen.story.filters?.map(({ id, dependsOn }) => [id, dependsOn]),
    [
      ['region', undefined],
      ['cost', []],
    ],
  );
  assert.ok(!JSON.stringify(seen).includes('secret'));
});

test('visibleContent: removes the rules from content that is fully visible', () => {
  const seen = visibleContent({ kind: 'story', story, tiles }, asMemberOf('board'));
  assert.ok(seen?.kind === 'story');
  assert.equal(seen.story.steps.length, 5);
  assert.equal(seen.story.filters?.length, 3);
  assert.ok(!JSON.stringify(seen).includes('visibility'));
});

test('visibleContent: returns nothing for hidden or empty content', () => {
  const hidden = { ...story, visibility: forGroup('board') };
  assert.equal(visibleContent({ kind: 'story', story: hidden, tiles }, asMemberOf()), undefined);
  const onlySecret = { ...story, steps: story.steps.slice(1, 3) };
  assert.equal(visibleContent({ kind: 'story', story: onlySecret, tiles }, asMemberOf()), undefined);
  assert.equal(visibleContent({ kind: 'tile', tile: tiles[1] as Tile }, asMemberOf()), undefined);
});

test('visibleContent: gives the space of hidden dashboard items to the others', () => {
  const dashboard: UnfoldedDashboard = {
    id: 'd',
    title: 'Dashboard',
    items: [
      { id: 'a', x: 0, y: 0, w: 4, h: 2, tile: 'open' },
      { id: 'b', x: 4, y: 0, w: 4, h: 2, tile: 'secret' },
      { id: 'c', x: 8, y: 0, w: 4, h: 2, tile: 'margin' },
      { id: 'd', x: 0, y: 2, w: 12, h: 3, text: 'For the board', visibility: forGroup('board') },
      { id: 'e', x: 0, y: 5, w: 12, h: 4, tile: 'open' },
    ],
    phone: ['e', 'b', 'a'],
  };
  const seen = visibleContent({ kind: 'dashboard', dashboard, tiles }, asMemberOf());
  assert.ok(seen?.kind === 'dashboard');
  assert.deepEqual(
    seen.dashboard.items.map(({ id, x, y, w, h }) => [id, x, y, w, h]),
    [
      ['a', 0, 0, 6, 2],
      ['c', 6, 0, 6, 2],
      ['e', 0, 2, 12, 4],
    ],
  );
  assert.deepEqual(seen.dashboard.phone, ['e', 'a']);
  assert.ok(!JSON.stringify(seen).includes('secret'));
  const whole = visibleContent({ kind: 'dashboard', dashboard, tiles }, asMemberOf('board'));
  assert.ok(whole?.kind === 'dashboard');
  assert.deepEqual(
    whole.dashboard.items.map(({ x, y, w, h }) => [x, y, w, h]),
    dashboard.items.map(({ x, y, w, h }) => [x, y, w, h]),
  );
});

test('visibleContent: a text shows no value of a chart whose item is hidden', () => {
  const { id: _, ...chart } = tile('own');
  const { dashboard, tiles: own } = unfoldDashboard({
    id: 'd',
    title: 'Dashboard',
    items: [
      { id: 'a', x: 0, y: 0, w: 12, h: 2, chart },
      { id: 'b', x: 0, y: 2, w: 12, h: 2, chart, visibility: forGroup('board') },
      { id: 'c', x: 0, y: 4, w: 12, h: 2, text: '{{ n }}', values: { n: { tile: 'b', column: 'revenue' } } },
    ],
  });
  const idsFor = (...groups: string[]) => {
    const seen = visibleContent({ kind: 'dashboard', dashboard, tiles: own }, asMemberOf(...groups));
    assert.ok(seen?.kind === 'dashboard');
    assert.ok(seen.tiles.every(({ visibility }) => visibility === undefined));
    return [seen.dashboard.items, seen.tiles].map((parts) => parts.map(({ id }) => id));
  };
  assert.deepEqual(idsFor(), [['a'], ['a']]);
  assert.deepEqual(idsFor('board'), [
    ['a', 'b', 'c'],
    ['a', 'b'],
  ]);
});

/** Layouts as people make them: whatever is placed next does not cover what is there. */
const layouts = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 11 }),
      y: fc.integer({ min: 0, max: 20 }),
      w: fc.integer({ min: 1, max: 12 }),
      h: fc.integer({ min: 1, max: 6 }),
      hidden: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((wanted) => {
    const items: (Placed & { readonly hidden: boolean })[] = [];
    for (const [index, place] of wanted.entries()) {
      const item = { ...place, id: `i${index}` };
      if (item.x + item.w <= 12 && !items.some((other) => overlap(other, item))) items.push(item);
    }
    return items;
  });

test('visibleContent: never overlaps items, leaves the grid, or moves or shrinks an item', () => {
  fc.assert(
    fc.property(layouts, (items) => {
      const seen = compactLayout(items, ({ hidden }) => hidden);
      assert.deepEqual(
        seen.map(({ id }) => id),
        items.filter(({ hidden }) => !hidden).map(({ id }) => id),
      );
      for (const [index, item] of seen.entries()) {
        const was = items.find(({ id }) => id === item.id) as Placed;
        assert.ok(item.x >= 0 && item.x + item.w <= 12 && item.w >= 1 && item.y >= 0);
        assert.ok(item.y <= was.y && item.h === was.h && item.w >= was.w);
        for (const other of seen.slice(index + 1))
          assert.ok(!overlap(item, other), `${item.id} covers ${other.id}`);
      }
    }),
    { numRuns: 500 },
  );
});
