import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOfMark } from '../src/rows-of-mark.ts';
import { dimension, measure, propsOf, resultOf } from './fixtures/make-fixture.ts';

const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
const ones = names.map(() => 1);

test('the last step of a waterfall stands for the rows that had no room, and its sum for none', () => {
  const result = resultOf([dimension('x', 'X', names), measure('m', 'M', ones)]);
  const props = propsOf('waterfall', 'T', result, { size: { width: 300, height: 200 } });
  const { rows = [] } = rowsOfMark(props, 'Other') ?? {};
  assert.ok(rows.length > 1 && rows.length < 30);
  assert.equal(rows.at(-1), 29);
  assert.deepEqual(rowsOfMark(props, 'n0')?.rows, [0]);
  assert.equal(rowsOfMark(props, 'Total'), undefined);
});

test('a bar of a series and one of several measures stands for the row of that series', () => {
  const result = resultOf([
    dimension('x', 'X', ['a', 'a']),
    dimension('s', 'S', ['p', 'q']),
    measure('m', 'M', [1, 2]),
    measure('n', 'N', [3, 4]),
  ]);
  const props = propsOf('bar', 'T', result, { options: { series: 's' } });
  assert.deepEqual(rowsOfMark(props, 'a', 'q · N')?.rows, [1]);
  assert.equal(rowsOfMark(props, 'b', 'q · N'), undefined);
});

test('a category called Other is itself where nothing is drawn together', () => {
  const result = resultOf([dimension('x', 'X', ['a', 'Other']), measure('m', 'M', [1, 2])]);
  for (const kind of ['pie', 'bar', 'waterfall'] as const)
    assert.deepEqual(rowsOfMark(propsOf(kind, 'T', result), 'Other')?.rows, [1], kind);
});

test('points of a scatter chart are found whatever its axes and colors are', () => {
  const result = resultOf([
    dimension('name', 'Name', ['a', 'b', 'c']),
    dimension('group', 'Group', ['g', 'h', 'g']),
    measure('m', 'M', [1, 2, null]),
    measure('n', 'N', [3, 4, 5]),
  ]);
  const found = (options: object, label: string) => {
    const mark = rowsOfMark(propsOf('scatter', 'T', result, { options }), label);
    return [mark?.dimension.name, mark?.rows];
  };
  assert.deepEqual(found({}, 'b'), ['name', [1]]);
  assert.deepEqual(found({ x: 'n', y: ['m'] }, 'b'), ['name', [1]]);
  assert.deepEqual(found({ x: 'n', series: 'group' }, 'b · h'), ['name', [1]]);
  assert.deepEqual(found({}, 'c'), [undefined, undefined]);
});
