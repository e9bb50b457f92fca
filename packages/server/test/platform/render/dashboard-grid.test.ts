import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tile } from '@inlay/charts/tile';
import type { UnfoldedDashboard } from '@inlay/content/unfold-dashboard';
import {
  chartSize,
  fillHeight,
  gridCss,
  narrowestBeside,
  tablesAlone,
} from '../../../src/platform/render/dashboard-grid.ts';

type Item = UnfoldedDashboard['items'][number];

const tile = (kind: Tile['kind'], more: Partial<Tile> = {}): Tile => ({
  id: kind,
  title: kind,
  kind,
  datasetId: 'orders',
  query: { dimensions: [], measures: [] },
  ...more,
});
const tiles = new Map((['kpi', 'table', 'line'] as const).map((kind) => [kind as string, tile(kind)]));
const at = (id: string, [x, y, w, h]: readonly [number, number, number, number], tileId: string): Item => ({
  id,
  x,
  y,
  w,
  h,
  tile: tileId,
});
const rows = (items: readonly Item[], tabs?: UnfoldedDashboard['tabs']) =>
  [
    ...gridCss({ items, ...(tabs && { tabs }) }, tiles).matchAll(/([^{}]*)\{grid-template-rows:([^}]*)\}/g),
  ].map(([, grid, sizes]) => [grid, sizes]);

describe('the rows of a dashboard', () => {
  it('shrink to a table that is alone in them, and grow with KPIs', () => {
    const items = [
      at('a', [0, 0, 6, 2], 'kpi'),
      at('b', [0, 2, 12, 1], 'line'),
      at('c', [0, 3, 12, 2], 'table'),
    ];
    const [[, sizes] = []] = rows(items);
    assert.equal(sizes, 'minmax(40px,auto) minmax(40px,auto) 40px fit-content(40px) fit-content(40px)');
    assert.match(
      gridCss({ items }, tiles),
      /#item-c\{[^}]*contain:none\}#item-c \.inlay-chart\{position:static\}/,
    );
  });

  it('keep the height that the author chose for a table beside a chart', () => {
    const items = [at('a', [0, 0, 6, 2], 'line'), at('b', [6, 1, 6, 2], 'table')];
    assert.deepEqual([...tablesAlone({ items, tabs: [] }, tiles)], []);
    assert.equal(rows(items)[0]?.[1], '40px 40px 40px');
  });

  it('are those of each tab', () => {
    const tabs = [
      { id: 'one', title: 'One' },
      { id: 'two', title: 'Two' },
    ];
    const items = [at('a', [0, 0, 6, 1], 'line'), { ...at('b', [0, 0, 12, 1], 'table'), tab: 'two' }];
    assert.deepEqual(rows(items, tabs), [
      ['#tab-one', '40px'],
      ['#tab-two', 'fit-content(40px)'],
    ]);
  });
});

describe('the number size of a KPI', () => {
  const items = [
    at('narrow', [0, 0, 2, 2], 'kpi'),
    at('wide', [2, 0, 6, 2], 'kpi'),
    at('line', [8, 0, 1, 2], 'line'),
    at('low', [9, 0, 1, 1], 'kpi'),
    at('below', [0, 2, 1, 2], 'kpi'),
  ];
  const beside = (id: string, dashboard: Parameters<typeof narrowestBeside>[1] = { items }) =>
    narrowestBeside(items.find((each) => each.id === id) as Item, dashboard, tiles);

  it('is that of the narrowest one that begins in its row, whatever their heights', () => {
    assert.deepEqual(
      ['narrow', 'wide', 'line', 'low', 'below'].map((id) => beside(id)),
      [1, 1, undefined, undefined, undefined],
    );
    const tabs = [
      { id: 'one', title: 'One' },
      { id: 'two', title: 'Two' },
    ];
    const other = { ...at('other', [0, 0, 1, 2], 'kpi'), tab: 'two' };
    assert.equal(beside('narrow', { items: [...items.slice(0, 2), other], tabs }), undefined);
    assert.equal(beside('wide', { items: [...items.slice(0, 2), other], tabs }), 2);
  });
});

describe('the height of a chart', () => {
  const { height } = chartSize({ w: 6, h: 4 }, 1200);
  const own = { hasNote: false, isAlone: false };

  it('fills its card without a description, and leaves room for a note', () => {
    const plain = fillHeight(height, tile('line'), own);
    assert.equal(plain - fillHeight(height, tile('line', { description: 'By month' }), own), 16);
    assert.equal(plain - fillHeight(height, tile('line'), { ...own, hasNote: true }), 24);
  });

  it('is the same for KPIs with and without a description', () => {
    assert.equal(
      fillHeight(height, tile('kpi'), own),
      fillHeight(height, tile('kpi', { description: 'By month' }), own),
    );
  });
});
