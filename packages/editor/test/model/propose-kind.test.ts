import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Dimension } from '@inlay/protocol/query';
import { canShow, proposeKind } from '../../src/model/propose-kind.ts';
import { shapeOf } from '../../src/model/shape-of.ts';
import { ORDERS } from '../support/sample-dataset.ts';

const month: Dimension = { column: 'ordered_on', grain: 'month' };
const region: Dimension = { column: 'region' };
const product: Dimension = { column: 'product' };

describe('the kind of chart that is proposed', () => {
  const cases: readonly (readonly [string, readonly Dimension[], readonly string[], string])[] = [
    ['a measure alone is a figure', [], ['sales'], 'kpi'],
    ['several measures alone are a table', [], ['sales', 'margin'], 'table'],
    ['a measure over time is a line', [month], ['sales'], 'line'],
    ['measures of one unit over time are lines', [month], ['sales', 'cost'], 'line'],
    ['two units over time are bars with a line', [month], ['sales', 'margin'], 'bar-line'],
    ['a measure by name is bars', [region], ['sales'], 'bar'],
    ['two units by name are a scatter', [product], ['sales', 'margin'], 'scatter'],
    ['a measure by time and name is a line for each name', [month, region], ['sales'], 'line'],
    ['a measure where two names meet is a heat map', [region, product], ['sales'], 'heatmap'],
    ['three measures of two names are bubbles', [product, region], ['sales', 'margin', 'units'], 'scatter'],
    ['names without a measure are a table', [region], [], 'table'],
    ['three dimensions are a table', [month, region, product], ['sales'], 'table'],
    ['a time that was given no step is a time all the same', [{ column: 'ordered_on' }], ['sales'], 'line'],
  ];
  for (const [sentence, dimensions, measures, kind] of cases) {
    it(sentence, () => {
      const shape = shapeOf({ query: { dimensions, measures } }, ORDERS);
      assert.equal(proposeKind(shape), kind);
    });
  }

  it('can always show the shape it is proposed for', () => {
    for (const times of [0, 1, 2])
      for (const names of [0, 1, 2, 3])
        for (const measures of [0, 1, 2, 3, 4, 5])
          for (const alike of [true, false]) {
            const shape = { times, names, ordered: times, measures, alike };
            if (times + names + measures > 0)
              assert.ok(canShow(proposeKind(shape), shape), JSON.stringify(shape));
          }
  });

  it('is that of one panel for small multiples', () => {
    const query = { dimensions: [month, region, product], measures: ['sales'] };
    const shape = shapeOf({ query, options: { panels: 'region' } }, ORDERS);
    assert.equal(proposeKind(shape), 'line');
    assert.ok(canShow('bar', shape));
    assert.ok(!canShow('pie', shape), 'which cannot have panels');
  });

  it('is one of several for common queries', () => {
    const shape = shapeOf({ query: { dimensions: [region], measures: ['sales'] } }, ORDERS);
    for (const kind of ['line', 'area', 'bar', 'leaderboard', 'pie', 'waterfall', 'funnel', 'table'] as const)
      assert.ok(canShow(kind, shape), kind);
    for (const kind of ['kpi', 'bar-line', 'scatter', 'heatmap'] as const)
      assert.ok(!canShow(kind, shape), kind);
  });
});
