import assert from 'node:assert/strict';
import test from 'node:test';
import { TileContentSchema } from '@inlay/charts/tile';
import { DatasetSchema } from '@inlay/protocol/dataset';
import { FilterControlSchema } from '@inlay/protocol/filter-control';
import { QuerySpecSchema } from '@inlay/protocol/query';
import { RowRuleSchema, VisibilityRuleSchema } from '@inlay/protocol/rule';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import Type from 'typebox';

const region = { column: 'region', operator: 'equals', value: { context: 'attributes.region' } };

test('accepts a nested rule of every kind', () => {
  const rule = {
    and: [
      region,
      {
        or: [
          { column: 'id', operator: 'in', values: [1, 2] },
          { context: 'groups', operator: 'contains', value: 'x' },
        ],
      },
      { column: 'id', operator: 'in', values: { context: 'attributes.ids' } },
      { column: 'id', operator: 'between', from: 1, to: { context: 'attributes.max' } },
      { column: 'id', operator: 'is-set' },
      { all: true },
    ],
  };
  assert.deepEqual(shapeErrors(RowRuleSchema, rule), []);
});

test('reports the path of a mistake deep in a rule once', () => {
  const rule = { and: [region, { or: [{ column: 'region', operator: 'equals' }] }] };
  assert.deepEqual(shapeErrors(RowRuleSchema, rule), [{ path: '/and/1/or/0/value', problem: 'is required' }]);
});

test('refuses an unknown operator, an empty list and a context path that does not exist', () => {
  const paths = (rule: unknown) => shapeErrors(RowRuleSchema, rule).map((error) => error.path);
  assert.deepEqual(paths({ column: 'a', operator: 'like', value: 'x' }), ['/operator']);
  assert.deepEqual(paths({ and: [] }), ['/and']);
  assert.deepEqual(paths({ column: 'a', operator: 'in', values: [] }), ['/values']);
  assert.deepEqual(paths({ column: 'a', operator: 'equals', value: { context: 'secrets.password' } }), [
    '/value/context',
  ]);
  assert.deepEqual(paths({ all: false }), ['/all']);
});

test('lists the possible kinds of rules if none matches', () => {
  assert.deepEqual(shapeErrors(VisibilityRuleSchema, { any: [] }), [
    {
      path: '',
      problem:
        "must be an object with 'and', or an object with 'or', or an object with 'context', 'operator', 'value', " +
        "or an object with 'context', 'operator', 'values', " +
        "or an object with 'context', 'operator', 'from', 'to', or an object with 'context', 'operator'",
    },
  ]);
});

test('refuses a column in a visibility rule', () => {
  assert.notDeepEqual(shapeErrors(VisibilityRuleSchema, region), []);
});

test('reports the path of a mistake in a dataset and in a query', () => {
  const dataset = {
    id: 'd',
    version: 1,
    source: { kind: 'table', table: 'orders' },
    columns: [{ name: 'amount', type: 'money' }],
    measures: [{ name: 'revenue', kind: 'sum' }],
  };
  assert.deepEqual(
    shapeErrors(DatasetSchema, dataset).map((error) => error.path),
    ['/columns/0/type', '/measures/0/column'],
  );
  assert.deepEqual(
    shapeErrors(QuerySpecSchema, {
      dimensions: [{ column: 'a', grain: 'decade' }],
      measures: [],
      filters: [{ column: 'a', operator: 'between', from: 1 }],
      sql: 'select 1',
    }).map((error) => error.path),
    ['/dimensions/0/grain', '/filters/0/to', '/sql'],
  );
});

test('describes the expected value, and stops at excessive nesting', () => {
  const message = (rule: unknown) => shapeErrors(RowRuleSchema, rule)[0]?.problem;
  assert.equal(
    message({ context: 'secrets.x', operator: 'is-set' }),
    'must be attributes.<key>, username, workspaceId, groups or roles',
  );
  assert.equal(message({ all: 1 }), 'must be true');
  let rule: unknown = region;
  for (let depth = 0; depth < 5000; depth += 1) rule = { and: [rule] };
  assert.equal(message(rule), 'is nested too deeply');
});

test('lists every value that a union allows, with the path', () => {
  const control = { id: 'a', label: 'A', datasetId: 'd', column: 'c', kind: 'dropdwn' };
  assert.deepEqual(shapeErrors(FilterControlSchema, control), [
    {
      path: '/kind',
      problem: 'must be one of dropdown, multi-select, date-range, hierarchy, slider, search',
    },
  ]);
  assert.deepEqual(shapeErrors(RowRuleSchema, { and: [{ ...region, operator: 'like' }] }), [
    {
      path: '/and/0/operator',
      problem:
        'must be one of equals, not-equals, contains, less, less-or-equal, greater, greater-or-equal, in, not-in, between, is-set, is-not-set',
    },
  ]);
  const literals = Type.Union([Type.Literal('light'), Type.Literal('dark'), Type.Literal('auto')]);
  assert.deepEqual(shapeErrors(Type.Object({ mode: literals }), { mode: 'dim' }), [
    { path: '/mode', problem: 'must be one of light, dark, auto' },
  ]);
  const tile = {
    title: 'T',
    kind: 'line',
    datasetId: 'd',
    query: { dimensions: [], measures: ['m'] },
    options: { referenceLines: [{ value: 'mean', label: 'x' }] },
  };
  assert.deepEqual(shapeErrors(TileContentSchema, tile), [
    { path: '/options/referenceLines/0/value', problem: 'must be a number or average or median' },
  ]);
});
