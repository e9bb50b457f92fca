import assert from 'node:assert/strict';
import test from 'node:test';
import type { Dataset } from '@inlay/protocol/dataset';
import { mysql } from '../../../src/platform/engines/mysql/dialect.ts';
import { postgres } from '../../../src/platform/engines/postgres/dialect.ts';
import { checkDataset } from '../../../src/platform/query/plan/check-dataset.ts';
import { orders } from './support/orders.ts';

const real = orders.columns.map(({ name, type }) => ({ name, type }));
const pathsOf = (change: Partial<Dataset>, dialect = postgres) =>
  checkDataset({ ...orders, ...change }, dialect, real).map((error) => error.path);

test('checkDataset: accepts a dataset that matches its source', () => {
  assert.deepEqual(checkDataset(orders, postgres, real), []);
});

test('checkDataset: reports a value with two colors', () => {
  const colors = [
    { value: 5, color: 'good' },
    { value: null, color: 'bad' },
    { value: '5', color: '#1f6feb' },
  ];
  const columns = orders.columns.map((column) => (column.name === 'id' ? { ...column, colors } : column));
  const place = columns.findIndex(({ name }) => name === 'id');
  assert.deepEqual(pathsOf({ columns }), [`/columns/${place}/colors/2/value`]);
});

test('checkDataset: reports rules that would deny access or fail', () => {
  assert.deepEqual(
    pathsOf({
      rowRules: [
        {
          and: [
            { column: 'gone', operator: 'is-set' },
            { column: 'id', operator: 'equals', value: 'x' },
          ],
        },
        { column: 'id', operator: 'contains', value: 5 },
        { column: 'active', operator: 'between', from: false, to: true },
        { column: 'region', operator: 'in', values: ['EU', '', 3] },
        { column: 'day', operator: 'greater', value: '2025-02-30' },
      ],
      groupRules: [{ group: 'x', rule: { column: 'score', operator: 'equals', value: '1' } }],
    }),
    [
      '/rowRules/0/and/0/column',
      '/rowRules/0/and/1/value',
      '/rowRules/1/operator',
      '/rowRules/2/operator',
      '/rowRules/3/values/1',
      '/rowRules/3/values/2',
      '/rowRules/4/value',
      '/groupRules/0/rule/value',
    ],
  );
});

test('checkDataset: reports columns that the source does not have or that have another type', () => {
  const columns: Dataset['columns'] = [
    { name: 'gone', type: 'string' },
    { name: 'id', type: 'string' },
    { name: 'day', type: 'date', timeZone: 'UTC' },
    { name: 'created', type: 'datetime', timeZone: 'Mars/Olympus' },
  ];
  assert.deepEqual(pathsOf({ columns, measures: [], rowRules: [] }), [
    '/columns/0/name',
    '/columns/1/type',
    '/columns/2/timeZone',
    '/columns/3/timeZone',
  ]);
});

test('checkDataset: reports duplicate names and measures that cannot be computed', () => {
  assert.deepEqual(
    pathsOf({
      measures: [
        { name: 'region', kind: 'count' },
        { name: 'a', kind: 'sum', column: 'region' },
        { name: 'b', kind: 'expression', expression: 'b + 1' },
      ],
    }),
    ['/measures/0/name', '/measures/1/column', '/measures/2'],
  );
});

test('checkDataset: refuses measures that would expand beyond the limit, without expanding them', () => {
  const doubled = Array.from({ length: 60 }, (_, index) => ({
    name: `m${index + 1}`,
    kind: 'expression' as const,
    expression: `m${index} + m${index}`,
  }));
  const measures: Dataset['measures'] = [{ name: 'm0', kind: 'count' }, ...doubled];
  const problems = checkDataset({ ...orders, measures }, postgres, real);
  assert.deepEqual([problems[0]?.path, problems.at(-1)?.path], ['/measures/8', '/measures/60']);
  assert.match(problems[0]?.problem ?? '', /more than 500 parts/);
  const long = { name: 'x', kind: 'expression' as const, expression: '1+'.repeat(2000).concat('1') };
  assert.deepEqual(pathsOf({ measures: [long] }), ['/measures/0']);
});

test('checkDataset: refuses numbers in expressions that engines would round or misread', () => {
  const numbers = ['1'.padEnd(31, '0'), '9'.repeat(400), '0.0000000000001', '999999999999999.123456789012'];
  const measures = numbers.map((expression, index) => ({
    name: `m${index}`,
    kind: 'expression' as const,
    expression,
  }));
  assert.deepEqual(pathsOf({ measures }), [
    '/measures/0/expression',
    '/measures/1/expression',
    '/measures/2/expression',
  ]);
});

test('checkDataset: checks the expressions of computed columns, which the source does not have', () => {
  const computed = (...columns: Dataset['columns']) =>
    checkDataset({ ...orders, columns: [...orders.columns, ...columns] }, postgres, real);
  const at = orders.columns.length;
  assert.deepEqual(computed({ name: 'net', type: 'decimal', expression: 'amount * 0.9' }), []);
  assert.deepEqual(computed({ name: 'net', type: 'integer', expression: 'amount * 0.9' }), [
    { path: `/columns/${at}/type`, problem: 'the expression of net is decimal, not integer' },
  ]);
  assert.deepEqual(computed({ name: 'net', type: 'decimal', expression: 'amount * gone' }), [
    {
      path: `/columns/${at}/expression`,
      problem: 'the dataset has no column gone (at character 10)',
      position: 9,
      length: 4,
    },
  ]);
  const cycle = computed(
    { name: 'a', type: 'integer', expression: 'b' },
    { name: 'b', type: 'integer', expression: 'a' },
  );
  assert.deepEqual(
    cycle.map(({ path, problem }) => [path, problem]),
    [
      [`/columns/${at}/expression`, 'a depends on itself: a → b → a (at character 1)'],
      [`/columns/${at + 1}/expression`, 'b depends on itself: b → a → b (at character 1)'],
    ],
  );
  assert.deepEqual(
    computed({ name: 'at', type: 'datetime', expression: 'created', timeZone: 'UTC' }).map(
      ({ path }) => path,
    ),
    [`/columns/${at}/timeZone`],
  );
});

test('checkDataset: refuses computed columns that would expand beyond the limit, without expanding them', () => {
  const doubled = Array.from({ length: 200 }, (_, index) => ({
    name: `c${index + 1}`,
    type: 'integer' as const,
    expression: `c${index} + c${index}`,
  }));
  const columns = [
    ...orders.columns,
    { name: 'c0', type: 'integer' as const, expression: 'quantity' },
    ...doubled,
  ];
  const problems = checkDataset({ ...orders, columns }, postgres, real);
  assert.match(problems[0]?.problem ?? '', /more than 500 parts/);
  assert.equal(problems.at(-1)?.path, `/columns/${columns.length - 1}/expression`);
});

test('checkDataset: reads SQL in the dialect of its engine', () => {
  const sql = (text: string): Partial<Dataset> => ({ source: { kind: 'sql', sql: text } });
  assert.deepEqual(pathsOf(sql('SELECT * FROM t WHERE a = {{ attributes.a }}')), []);
  assert.deepEqual(pathsOf(sql('SELECT "{{ attributes.a }}"'), mysql), ['/source/sql']);
  assert.deepEqual(pathsOf(sql('SELECT {{ secrets.a }}')), ['/source/sql']);
});

test('checkDataset: reports structural problems first', () => {
  assert.deepEqual(
    checkDataset({ id: 'x' }, postgres).map((error) => error.path),
    ['/version', '/source', '/columns'],
  );
});
