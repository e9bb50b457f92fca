import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import { itemsFromText, itemsToText, withNewIds } from '../../src/builder/edit/clipboard.ts';
import { tidyContent } from '../../src/builder/edit/editor.ts';
import { neighborOf } from '../../src/builder/layout/neighbor-of.ts';

const chart = {
  title: 'Revenue',
  kind: 'bar',
  datasetId: 'sales',
  query: { dimensions: [{ column: 'product' }], measures: ['revenue'] },
} as const;
const items: readonly BuilderItem[] = [
  { id: 'a', x: 0, y: 0, w: 6, h: 6, chart },
  {
    id: 't',
    x: 6,
    y: 0,
    w: 6,
    h: 3,
    text: '{{ r }} {{ l }}',
    values: { r: { tile: 'a', column: 'revenue' }, l: { tile: 'lib', column: 'x' } },
  },
  { id: 'l', x: 6, y: 3, w: 6, h: 3, tile: 'lib' },
];

describe('clipboard', () => {
  it('pastes items into another dashboard with new ids, and values follow their chart', () => {
    const pasted = itemsFromText(itemsToText(items));
    assert.equal(pasted.length, 3);
    const ids = new Set(pasted.map(({ id }) => id));
    assert.equal(ids.size, 3);
    assert.ok(items.every(({ id }) => !ids.has(id)));
    const [copied, text] = pasted;
    assert.ok(text && 'values' in text && copied);
    assert.equal(text.values?.r?.tile, copied.id);
    assert.equal(text.values?.l?.tile, 'lib');
    assert.ok(copied && 'chart' in copied);
    assert.deepEqual(copied.chart, chart);
  });

  it('ignores other text', () => {
    const crafted = (item: object) => JSON.stringify({ 'inlay/dashboard-items': 1, items: [item] });
    const place = { id: 'x', x: 0, y: 0, w: 4, h: 4 };
    for (const text of [
      'hello',
      '{"items":[]}',
      'inlay/dashboard-items {',
      JSON.stringify({ 'inlay/dashboard-items': 2, items }),
      crafted({ ...place, x: 'NaN', tile: 'a' }),
      crafted(place),
      crafted({ ...place, chart: 'bar' }),
    ])
      assert.deepEqual(itemsFromText(text), [], text);
    assert.equal(itemsFromText(crafted({ ...place, tile: 'a' })).length, 1);
  });

  it('duplicates items without changing the originals', () => {
    const before = JSON.stringify(items);
    withNewIds(items);
    assert.equal(JSON.stringify(items), before);
  });
});

describe('references to a removed item', () => {
  const content: BuilderContent = {
    title: 'Sales',
    items,
    phone: ['l', 'a'],
    filters: [
      { id: 'all', kind: 'dropdown', label: 'All', datasetId: 'sales', column: 'product' },
      { id: 'own', kind: 'dropdown', label: 'Own', datasetId: 'sales', column: 'region', tiles: ['a'] },
      {
        id: 'two',
        kind: 'dropdown',
        label: 'Two',
        datasetId: 'sales',
        column: 'x',
        tiles: ['a', 'lib'],
        dependsOn: ['own', 'all'],
      },
    ],
  };

  it('are removed: filters that target only it, its values in texts, its place in the mobile order', () => {
    const tidied = tidyContent(content, { ...content, items: items.slice(1) });
    assert.deepEqual(
      tidied.filters?.map(({ id, tiles, dependsOn }) => [id, tiles, dependsOn]),
      [
        ['all', undefined, undefined],
        ['two', ['lib'], ['all']],
      ],
    );
    assert.deepEqual(tidied.phone, ['l']);
    const [text] = tidied.items;
    assert.ok(text && 'text' in text);
    assert.equal(text.text, '– {{ l }}');
    assert.deepEqual(Object.keys(text.values ?? {}), ['l']);
  });

  it('are the only thing removed', () => {
    const moved = { ...content, items: items.map((item) => ({ ...item, y: item.y + 1 })) };
    assert.deepEqual(tidyContent(content, moved), moved);
    const renamedOnly = { ...content, title: 'Other' };
    assert.equal(tidyContent(content, renamedOnly), renamedOnly);
  });
});

describe('moving between tiles by arrow key', () => {
  it('focuses the nearest tile in that direction', () => {
    assert.equal(neighborOf(items, 'a', 'end')?.id, 't');
    assert.equal(neighborOf(items, 't', 'down')?.id, 'l');
    assert.equal(neighborOf(items, 'l', 'start')?.id, 'a');
    assert.equal(neighborOf(items, 'a', 'up'), undefined);
    assert.equal(neighborOf(items, 'gone', 'up')?.id, 'a');
  });
});
