import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BuilderContent } from '@inlay/content/builder';
import { addTab, moveTab, moveToTab, removeTab, renameTab } from '../../src/builder/edit/change-tabs.ts';
import { createEditor } from '../../src/builder/edit/editor.ts';
import { addItems, removeItems } from '../../src/builder/layout/change-layout.ts';
import { mergeDashboards } from '../../src/builder/save/merge-dashboards.ts';

const box = (id: string, x: number, y: number, tab?: string) => ({
  id,
  x,
  y,
  w: 6,
  h: 4,
  tile: `tile-${id}`,
  ...(tab === undefined ? {} : { tab }),
});
const tabs = [
  { id: 'one', title: 'One' },
  { id: 'two', title: 'Two' },
];
const base: BuilderContent = {
  title: 'Sales',
  tabs,
  items: [box('a', 0, 0), box('b', 0, 0, 'two'), box('c', 6, 0, 'one')],
};
const places = ({ items }: BuilderContent) => items.map(({ id, x, y, tab }) => [id, x, y, tab]);
const title = (place: number) => `Tab ${place}`;

describe('tabs of a dashboard', () => {
  it('the first one that is added comes with one for the items that are there', () => {
    const { tabs: _, ...plain } = { ...base, items: [box('a', 0, 0)] };
    const added = addTab(plain, title);
    assert.deepEqual(
      added.tabs?.map((tab) => tab.title),
      ['Tab 1', 'Tab 2'],
    );
    assert.equal(added.items[0]?.tab, added.tabs?.[0]?.id);
    assert.equal(addTab(added, title).tabs?.[2]?.title, 'Tab 3');
    assert.deepEqual(removeTab(added, added.tabs?.[1]?.id ?? ''), plain);
  });

  it('items stay on their tabs when these are renamed and reordered', () => {
    const moved = moveTab(renameTab(base, 'two', 'Details'), 1, 0);
    assert.deepEqual(
      moved.tabs?.map((tab) => tab.title),
      ['Details', 'One'],
    );
    assert.deepEqual(
      moved.items.map(({ id, tab }) => [id, tab]),
      [
        ['a', 'one'],
        ['b', 'two'],
        ['c', 'one'],
      ],
    );
  });

  it('items of a deleted tab go to the end of the first one', () => {
    const three = { ...base, tabs: [...tabs, { id: 'three', title: 'Three' }] };
    assert.deepEqual(places(removeTab(three, 'two')), [
      ['a', 0, 0, 'one'],
      ['c', 6, 0, 'one'],
      ['b', 0, 4, 'one'],
    ]);
    assert.deepEqual(places(removeTab(base, 'one')), [
      ['b', 0, 0, undefined],
      ['a', 0, 4, undefined],
      ['c', 6, 0, undefined],
    ]);
  });

  it('items move between tabs, and those that stay close the gap', () => {
    const content = { ...base, items: [...base.items, box('d', 0, 4)] };
    assert.deepEqual(places(moveToTab(content, new Set(['a', 'c']), 'two')), [
      ['b', 0, 0, 'two'],
      ['d', 0, 0, 'one'],
      ['a', 0, 4, 'two'],
      ['c', 6, 0, 'two'],
    ]);
  });

  it('an editor changes the items on its tab only, and undoes it', () => {
    const editor = createEditor(base, () => undefined);
    const ids = () => editor.items.value.map(({ id }) => id);
    assert.deepEqual(ids(), ['a', 'c']);
    editor.showTab('two');
    assert.deepEqual(ids(), ['b']);
    editor.changeItems((items) => addItems(items, [box('n', 0, 0, 'elsewhere')]));
    assert.deepEqual(places(editor.content.value).at(-1), ['n', 6, 0, 'two']);
    editor.changeItems((items) => removeItems(items, new Set(['b', 'n'])));
    assert.deepEqual(
      places(editor.content.value),
      places({ ...base, items: [base.items[0], base.items[2]] as typeof base.items }),
    );
    editor.undo();
    editor.undo();
    assert.deepEqual(editor.content.value, base);
    editor.change((content) => removeTab(content, 'two'));
    assert.equal(editor.tab.value, undefined);
    assert.deepEqual(ids(), ['a', 'c', 'b']);
  });

  it('concurrent edits merge tab by tab, and an item on a deleted tab is kept', () => {
    const mine = addTab(base, title);
    const theirs = renameTab(base, 'two', 'Details');
    const { merged, clashes } = mergeDashboards(base, mine, theirs);
    assert.deepEqual(clashes, []);
    assert.deepEqual(
      merged?.tabs?.map((tab) => tab.title),
      ['One', 'Details', 'Tab 3'],
    );
    const three: BuilderContent = { ...base, tabs: [...tabs, { id: 'three', title: 'Three' }] };
    const withItem = { ...three, items: [...three.items, box('n', 0, 0, 'three')] };
    const kept = mergeDashboards(three, removeTab(three, 'three'), withItem).merged;
    assert.deepEqual(
      kept?.items.find(({ id }) => id === 'n'),
      { ...box('n', 0, 4), tab: 'one' },
    );
  });
});
