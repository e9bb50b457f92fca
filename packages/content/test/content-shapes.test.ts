import assert from 'node:assert/strict';
import test from 'node:test';
import { TileContentSchema } from '@inlay/charts/tile';
import { DashboardContentSchema } from '@inlay/content/dashboard';
import { StoryContentSchema } from '@inlay/content/story';
import { shapeErrors } from '@inlay/protocol/shape-errors';

const tile = {
  title: 'Revenue',
  kind: 'bar',
  datasetId: 'orders',
  query: { dimensions: [{ column: 'month', grain: 'month' }], measures: ['revenue'] },
};

test('accepts a tile with every kind of option', () => {
  const full = {
    ...tile,
    description: 'By month',
    options: {
      formats: { revenue: { kind: 'currency', currency: 'EUR', compact: true } },
      colors: { north: '#1f6feb', south: 'accent-2' },
      referenceLines: [{ value: 'average', label: 'average' }],
      thresholds: [{ from: 3, tone: 'good' }],
      levels: ['start'],
    },
    visibility: { or: [{ context: 'groups', operator: 'contains', value: 'emea' }] },
  };
  assert.deepEqual(shapeErrors(TileContentSchema, full), []);
});

test('reports the path of each mistake in a tile, including in records', () => {
  const wrong = {
    ...tile,
    kind: 'bars',
    query: { dimensions: [], measures: [7] },
    options: {
      formats: { revenue: { kind: 'currency', currency: 'euro' } },
      colors: { north: 'url(//evil)' },
      referenceLines: [{ value: 'mode', label: '' }],
    },
    visibility: { column: 'region', operator: 'equals', value: 'x' },
  };
  assert.deepEqual(
    shapeErrors(TileContentSchema, wrong).map(({ path }) => path),
    [
      '/kind',
      '/query/measures/0',
      '/options/formats/revenue/currency',
      '/options/colors/north',
      '/options/referenceLines/0/value',
      '/visibility/context',
      '/visibility/column',
    ],
  );
});

test('refuses a third tile in a step and the same tile twice', () => {
  const story = (tiles: string[]) => ({ title: 'Growth', steps: [{ id: 'a', title: 'A', tiles }] });
  assert.deepEqual(shapeErrors(StoryContentSchema, story(['a', 'b'])), []);
  assert.equal(shapeErrors(StoryContentSchema, story(['a', 'b', 'c']))[0]?.path, '/steps/0/tiles');
  assert.equal(shapeErrors(StoryContentSchema, story(['a', 'a']))[0]?.path, '/steps/0/tiles');
});

test('validates a filter against the schema of its kind', () => {
  const dashboard = (filter: object) => ({
    title: 'Sales',
    items: [],
    filters: [{ id: 'f', label: 'F', datasetId: 'orders', ...filter }],
  });
  const paths = (filter: object) =>
    shapeErrors(DashboardContentSchema, dashboard(filter)).map(({ path }) => path);
  assert.deepEqual(paths({ kind: 'date-range', column: 'day', default: 'last-7-days' }), []);
  assert.deepEqual(paths({ kind: 'date-range', column: 'day', default: 'last-week-or-so' }), [
    '/filters/0/default',
  ]);
  assert.deepEqual(paths({ kind: 'hierarchy', levels: ['country'] }), ['/filters/0/levels']);
  assert.deepEqual(paths({ kind: 'slider', column: 'price', step: 0 }), ['/filters/0/step']);
});

test('refuses a rule that nests too deeply without overflowing the stack', () => {
  let rule: object = { context: 'username', operator: 'is-set' };
  for (let depth = 0; depth < 50_000; depth += 1) rule = { and: [rule] };
  assert.match(shapeErrors(TileContentSchema, { ...tile, visibility: rule })[0]?.problem ?? '', /too deeply/);
});
