import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tile } from '@inlay/charts/tile';
import type { QueryResult } from '@inlay/protocol/result';
import { pageCategories } from '../../../src/platform/render/page-categories.ts';

const shown = (
  values: readonly string[],
  options: Tile['options'] = {},
  kind: Tile['kind'] = 'pie',
  name = 'region',
) => ({
  tile: { id: 't', title: 'T', kind, datasetId: 'd', query: { dimensions: [], measures: [] }, options },
  result: {
    columns: [{ name, label: 'Name', type: 'string', role: 'dimension', values }],
    rowCount: values.length,
    truncated: false,
  } satisfies QueryResult,
});

describe('pageCategories', () => {
  it('lists the color categories of tiles once, in alphabetical order', () => {
    const tiles = [shown(['south', 'north']), shown(['west', 'south'], { series: 'region' }, 'line')];
    assert.deepEqual(pageCategories(tiles), ['north', 'south', 'west']);
    assert.deepEqual(pageCategories(tiles.toReversed()), ['north', 'south', 'west']);
  });

  it('leaves out the dimension of small multiples, where the kind has them', () => {
    const panels = { panels: 'region' };
    assert.equal(pageCategories([shown(['north'], panels, 'box-plot')]), undefined);
    assert.deepEqual(pageCategories([shown(['north'], panels, 'pie')]), ['north']);
  });

  it('gives each column the whole palette', () => {
    const other = shown(['tents', 'boots'], {}, 'pie', 'product');
    assert.deepEqual(pageCategories([shown(['north', 'south']), other]), [
      'north',
      'south',
      '',
      'boots',
      'tents',
    ]);
  });

  it('gives tiles of one column without common values the whole palette each', () => {
    const tents = shown(['Ridge', 'Halo']);
    const shoes = shown(['Trail', 'Fell']);
    assert.deepEqual(pageCategories([tents, shoes]), ['Halo', 'Ridge', '', 'Fell', 'Trail']);
    assert.deepEqual(pageCategories([tents, shoes, shown(['Fell', 'Ridge'])]), [
      'Fell',
      'Halo',
      'Ridge',
      'Trail',
    ]);
  });

  it('keeps the colors of the part of a page that was already sent', () => {
    assert.deepEqual(pageCategories([shown(['alps', 'north', 'south'])], ['south', '', 'boots']), [
      'boots',
      '',
      'south',
      'alps',
      'north',
    ]);
  });

  it('omits categories on an axis', () => {
    assert.equal(pageCategories([shown(['north'], {}, 'bar')]), undefined);
  });

  it('starts each tile with the first color if a column has more values than colors', () => {
    assert.equal(pageCategories([shown(Array.from({ length: 9 }, (_, index) => `n${index}`))]), undefined);
  });
});
