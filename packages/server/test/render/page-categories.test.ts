import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueryResult } from '@inlay/protocol/result';
import type { Tile } from '@inlay/protocol/tile';
import { pageCategories } from '../../src/render/page-categories.ts';

const shown = (values: readonly string[], options: Tile['options'] = {}, kind: Tile['kind'] = 'pie') => ({
  tile: { id: 't', title: 'T', kind, datasetId: 'd', query: { dimensions: [], measures: [] }, options },
  result: {
    columns: [{ name: 'region', label: 'Region', type: 'string', role: 'dimension', values }],
    rowCount: values.length,
    truncated: false,
  } satisfies QueryResult,
});

describe('pageCategories', () => {
  it('names what tiles colour by, once and in the order of the page', () => {
    const tiles = [shown(['north', 'south']), shown(['south', 'west'], { series: 'region' }, 'line')];
    assert.deepEqual(pageCategories(tiles), ['north', 'south', 'west']);
  });

  it('leaves out what stands along an axis', () => {
    assert.equal(pageCategories([shown(['north'], {}, 'bar')]), undefined);
  });

  it('lets each tile begin anew where there are more names than colours', () => {
    assert.equal(pageCategories([shown(Array.from({ length: 9 }, (_, index) => `n${index}`))]), undefined);
  });
});
