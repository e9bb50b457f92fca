import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuilderItem } from '@inlay/content/builder';
import type { BuilderApi } from '../../src/builder/builder-api.ts';
import { createRenderedCharts } from '../../src/builder/render/rendered-charts.ts';

test('caches rendered charts and evicts the oldest', async (given) => {
  Object.assign(globalThis, {
    document: { documentElement: undefined },
    getComputedStyle: () => ({ colorScheme: 'light' }),
  });
  given.after(() => {
    Reflect.deleteProperty(globalThis, 'document');
    Reflect.deleteProperty(globalThis, 'getComputedStyle');
  });
  let rendered = 0;
  const api = { preview: async () => ({ html: `${++rendered}` }) } as unknown as BuilderApi;
  const charts = createRenderedCharts(api, () => ({ id: 'd', side: 'working' }));
  const item = {
    id: 'a',
    x: 0,
    y: 0,
    w: 4,
    h: 4,
    chart: { kind: 'bar', title: 'A' },
  } as unknown as BuilderItem;
  const drawn = async (width: number) => {
    const query = {
      item,
      filters: {},
      controls: [],
      variables: {},
      size: { width, height: 1 },
      lang: 'en',
    };
    return (await charts.render(query, new AbortController().signal))?.html;
  };
  for (let width = 1; width <= 500; width++) await drawn(width);
  assert.equal(await drawn(1), '1');
  await drawn(501);
  assert.equal(await drawn(2), '2');
  assert.equal(await drawn(1), '502');
});
