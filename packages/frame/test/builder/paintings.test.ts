import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BuilderItem } from '@inlay/protocol/builder';
import type { BuilderApi } from '../../src/builder/builder-api.ts';
import { createPaintings } from '../../src/builder/paint/paintings.ts';

before(() => {
  Object.assign(globalThis, {
    document: { documentElement: undefined },
    getComputedStyle: () => ({ colorScheme: 'light' }),
  });
});

test('keeps drawings that were made, and the oldest of very many no longer', async () => {
  let painted = 0;
  const api = { preview: async () => ({ html: `${++painted}` }) } as unknown as BuilderApi;
  const paintings = createPaintings(api, 'd', 'working');
  const item = {
    id: 'a',
    x: 0,
    y: 0,
    w: 4,
    h: 4,
    chart: { kind: 'bar', title: 'A' },
  } as unknown as BuilderItem;
  const drawn = async (width: number) => {
    const question = {
      item,
      filters: {},
      controls: [],
      variables: {},
      size: { width, height: 1 },
      lang: 'en',
    };
    return (await paintings.ask(question, new AbortController().signal))?.html;
  };
  for (let width = 1; width <= 500; width++) await drawn(width);
  assert.equal(await drawn(1), '1');
  await drawn(501);
  assert.equal(await drawn(2), '2');
  assert.equal(await drawn(1), '502');
});
