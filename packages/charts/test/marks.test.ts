import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell } from '@inlay/protocol/result';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { columnFormat, readColumns, toNumber } from '../src/data/read-columns.ts';
import { formatRow, isOthers, isTemporal } from '../src/format/format-cell.ts';
import { formatFull } from '../src/format/format-number.ts';
import { readTime } from '../src/format/read-time.ts';
import { refuseNegatives } from '../src/kinds/area/refuse-negatives.ts';
import type { MarkRows } from '../src/parts/mark-rows.ts';
import type { WrittenMark } from '../src/parts/marks.ts';
import { fromRanges, toRanges } from '../src/parts/row-ranges.ts';
import { TileChart, type TileProps } from '../src/tile-chart.ts';
import { anyChart } from './fixtures/any-chart.ts';
import { dimension, measure, propsOf, resultOf } from './fixtures/make-fixture.ts';

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

interface DrawnMark {
  readonly label: string;
  readonly items: readonly {
    readonly series: number;
    readonly name: string;
    readonly text: string;
    readonly rows: readonly number[];
  }[];
  /** Of a mark without items. */
  readonly rows: readonly number[];
}

function marksOf(props: TileProps): readonly DrawnMark[] {
  const svg = renderToString(h(TileChart, props));
  const [, names = '[]'] = / data-series="([^"]*)"/.exec(svg) ?? [];
  const series: readonly (readonly [name: string, color: string])[] = JSON.parse(decode(names));
  return [...svg.matchAll(/ data-mark="([^"]*)"/g)].map(([, written = '']) => {
    const [label, , items, rows = []]: WrittenMark = JSON.parse(decode(written));
    return {
      label,
      items: items.map(([index, , text, own]) => ({
        series: index,
        name: series[index]?.[0] ?? '',
        text,
        rows: fromRanges(own),
      })),
      rows: fromRanges(rows),
    };
  });
}

function rowsOf(props: TileProps): MarkRows | undefined {
  const [, text] = / data-rows="([^"]*)"/.exec(renderToString(h(TileChart, props))) ?? [];
  return text === undefined ? undefined : JSON.parse(decode(text));
}

const labelsOf = (props: TileProps, wanted: string) =>
  marksOf(props)
    .filter(({ label }) => label === wanted)
    .map(({ items }) => items.map(({ rows }) => rows));

test('every mark has the label and value of its rows', () => {
  fc.assert(
    fc.property(anyChart(), (props) => {
      const { result, locale, tile } = props;
      const { x, series, measures } = readColumns(result, tile.options);
      // The parts of a treemap are values of its second dimension.
      const named = tile.kind === 'treemap' ? (series ?? x) : x;
      const { other, total } = locale.messages;
      for (const { label, items, rows } of marksOf(props)) {
        for (const list of [rows, ...items.map((item) => item.rows)])
          for (const row of list) {
            assert.ok(Number.isInteger(row) && row >= 0 && row < result.rowCount, `row ${row}`);
            if (!named) continue;
            const name = formatRow(row, named, undefined, locale);
            const gathers = label === other && (list.length > 1 || tile.kind === 'waterfall');
            // A bin is labeled by its edges; a point of several dimensions by all of them.
            if (gathers || tile.kind === 'histogram') continue;
            // Without a second dimension, a box stands for all rows.
            if (tile.kind === 'box-plot' && !series && list.length > 1) continue;
            // A group whose parts are too small to distinguish is one box with its name.
            const isGroup = tile.kind === 'treemap' && x && label === formatRow(row, x, undefined, locale);
            if (isGroup) continue;
            const isPoint = tile.kind === 'scatter' || tile.kind === 'box-plot';
            assert.ok(label === name || (isPoint && label.startsWith(`${name} · `)), `${label} of ${name}`);
          }
        for (const item of items) {
          assert.equal(new Set(item.rows).size, item.rows.length);
          // The first of several series may have no row among those that a waterfall draws together.
          if (item.rows.length === 0)
            assert.ok(label === total || label === other || tile.kind === 'histogram', label);
          const [row] = item.rows;
          // Several measures of a row may be drawn together too.
          if (!x || item.rows.length !== 1 || row === undefined || item.name === other) continue;
          if (tile.kind === 'histogram') continue;
          const values = measures.map((column) =>
            formatFull(toNumber(column.values[row]) ?? 0, columnFormat(column, tile.options), locale),
          );
          assert.ok(
            values.some((value) => item.text === value || item.text.startsWith(`${value} · `)),
            `${item.text} is none of ${values.join()}`,
          );
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('the text of an "Other" is the sum of its rows', () => {
  fc.assert(
    fc.property(
      anyChart({ kinds: ['pie', 'waterfall', 'treemap'], size: { width: 160, height: 90 } }),
      (props) => {
        const { result, locale, tile } = props;
        const { x, measures } = readColumns(result, tile.options);
        const [first] = measures;
        for (const { items } of marksOf(props))
          for (const { rows, text } of items) {
            if (rows.length < 2 || !x || !first) continue;
            const values = rows.map((row) => toNumber(first.values[row]) ?? 0);
            // Beyond, a sum depends on the order of its additions.
            if (values.some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER)) continue;
            const sum = values.reduce((all, value) => all + value, 0);
            assert.equal(text.split(' · ')[0], formatFull(sum, columnFormat(first, tile.options), locale));
          }
      },
    ),
    { numRuns: 200 },
  );
});

test('no row belongs to two marks of a series', () => {
  fc.assert(
    fc.property(anyChart(), (props) => {
      const { x } = readColumns(props.result, props.tile.options);
      // Without a dimension, the measures of the one row are the marks.
      if (!x) return;
      const seen = new Set<string>();
      for (const { items, rows } of marksOf(props)) {
        const claims = [...items, { series: -1, rows }];
        for (const { series, rows } of claims)
          for (const row of rows) {
            // Each slice of a pie has a color of its own.
            const claim = props.tile.kind === 'pie' ? `${row}` : `${series} ${row}`;
            assert.ok(!seen.has(claim), `row ${row} of series ${series}`);
            seen.add(claim);
          }
      }
    }),
    { numRuns: 400 },
  );
});

const shown: Partial<Record<TileProps['tile']['kind'], (values: readonly (number | null)[]) => boolean>> = {
  line: (values) => values.some((value) => value !== null),
  area: (values) => values.some((value) => value !== null),
  bar: (values) => values.some((value) => value !== null),
  'bar-line': (values) => values.some((value) => value !== null),
  heatmap: (values) => values.some((value) => value !== null),
  leaderboard: ([first = null]) => first !== null,
  bullet: (values) => values.every((value) => value !== null) && values.length > 1,
  treemap: ([first = null]) => first !== null && first > 0,
  funnel: ([first = null]) => first !== null,
  pie: ([first = null]) => first !== null && first > 0,
  scatter: ([first = null, second = null]) => first !== null && second !== null,
  histogram: ([first = null]) => first !== null,
  'box-plot': ([first = null]) => first !== null,
};

/** The same chart with an axis that reaches all values. */
function withoutBounds(props: TileProps): TileProps {
  const { xMin: _, xMax: __, yMin: ___, yMax: ____, scale: _____, ...options } = props.tile.options ?? {};
  return { ...props, tile: { ...props.tile, options } };
}

test('every row that fits into the chart has a mark', () => {
  const kinds = Object.keys(shown) as (keyof typeof shown)[];
  const charts = anyChart({ maxRows: 12, maxMeasures: 2, kinds, size: { width: 2400, height: 4000 } });
  fc.assert(
    fc.property(charts.map(withoutBounds), (props) => {
      const { result, tile, locale } = props;
      fc.pre(tile.kind !== 'area' || !refuseNegatives(result, tile.options));
      const { x, series, measures } = readColumns(result, tile.options);
      const claimed = new Set(
        marksOf(props).flatMap(({ items, rows }) => [...rows, ...items.flatMap((item) => item.rows)]),
      );
      const isPlaced = (row: number) => {
        // The sum of the others is not an observation.
        const observed = tile.kind === 'histogram' ? x : tile.kind === 'box-plot' ? (series ?? x) : undefined;
        if (observed && isOthers(observed, row)) return false;
        if (tile.kind === 'histogram' || (tile.kind === 'box-plot' && !series)) return true;
        if (
          !x ||
          ['leaderboard', 'funnel', 'pie', 'scatter', 'bullet', 'treemap'].includes(tile.kind) ||
          isOthers(x, row)
        )
          return true;
        if (tile.kind === 'box-plot' && !isTemporal(x)) return true;
        const cell: Cell = x.values[row] ?? null;
        if (isTemporal(x)) return readTime(cell, x.type, locale) !== null;
        return x.type === 'string' || toNumber(cell) !== null;
      };
      for (let row = 0; row < (x ? result.rowCount : Math.min(1, result.rowCount)); row += 1) {
        const values = measures.map((column) => toNumber(column.values[row]));
        if (isPlaced(row) && shown[tile.kind]?.(values)) assert.ok(claimed.has(row), `row ${row}`);
      }
    }),
    { numRuns: 400 },
  );
});

const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
const ones = names.map(() => 1);

test('the last step of a waterfall covers the rows that did not fit, and its total covers none', () => {
  const result = resultOf([dimension('x', 'X', names), measure('m', 'M', ones)]);
  const props = propsOf('waterfall', 'T', result, { size: { width: 300, height: 200 } });
  const [[rows = []] = []] = labelsOf(props, 'Other');
  assert.ok(rows.length > 1 && rows.length < 30);
  assert.equal(rows.at(-1), 29);
  assert.deepEqual(labelsOf(props, 'n0'), [[[0]]]);
  assert.deepEqual(labelsOf(props, 'Total'), [[[]]]);
});

test('a bar covers the row of its series, for a series column and for several measures', () => {
  const result = resultOf([
    dimension('x', 'X', ['a', 'a']),
    dimension('s', 'S', ['p', 'q']),
    measure('m', 'M', [1, 2]),
    measure('n', 'N', [3, 4]),
  ]);
  const [mark] = marksOf(propsOf('bar', 'T', result, { options: { series: 's' } }));
  assert.deepEqual(
    mark?.items.map(({ text, rows }) => [text, rows]),
    [
      ['1', [0]],
      ['3', [0]],
      ['2', [1]],
      ['4', [1]],
    ],
  );
});

test('values with equal labels are separate series', () => {
  const result = resultOf([
    dimension('x', 'X', ['a', 'a', 'b']),
    dimension('s', 'S', [null, '(none)', null]),
    measure('m', 'M', [1, 2, 3]),
  ]);
  for (const kind of ['bar', 'line', 'area'] as const)
    assert.deepEqual(
      marksOf(propsOf(kind, 'T', result)).map(({ items }) => items.map(({ text, rows }) => [text, rows])),
      [
        [
          ['1', [0]],
          ['2', [1]],
        ],
        [['3', [2]]],
      ],
      kind,
    );
});

test('a category named Other stays itself if nothing is merged', () => {
  const result = resultOf([dimension('x', 'X', ['a', 'Other']), measure('m', 'M', [1, 2])]);
  for (const kind of ['pie', 'bar', 'waterfall'] as const)
    assert.deepEqual(labelsOf(propsOf(kind, 'T', result), 'Other'), [[[1]]], kind);
});

test('points of a scatter chart have their rows for any axes and colors', () => {
  const result = resultOf([
    dimension('name', 'Name', ['a', 'b', 'c']),
    dimension('group', 'Group', ['g', 'h', 'g']),
    measure('m', 'M', [1, 2, null]),
    measure('n', 'N', [3, 4, 5]),
  ]);
  const found = (options: object, label: string) => {
    const props = propsOf('scatter', 'T', result, { options });
    return [rowsOf(props)?.dimension.name, labelsOf(props, label)];
  };
  assert.deepEqual(found({}, 'b'), ['name', [[[1], [1]]]]);
  assert.deepEqual(found({ x: 'n', y: ['m'] }, 'b'), ['name', [[[1], [1]]]]);
  assert.deepEqual(found({ x: 'n', series: 'group' }, 'b · h'), ['name', [[[1], [1]]]]);
  assert.deepEqual(found({}, 'c'), ['name', []]);
});

test('a mark that covers several of thousands of categories has the row whose value it shows', () => {
  const days = Array.from({ length: 3000 }, (_, day) =>
    new Date(Date.UTC(2015, 0, 1 + day)).toISOString().slice(0, 10),
  );
  const amounts = days.map((_, day) => day * 10);
  const result = resultOf([dimension('day', 'Day', days, 'date', 'day'), measure('m', 'M', amounts)]);
  const props = propsOf('line', 'T', result);
  const marks = marksOf(props);
  assert.ok(marks.length <= 200);
  const data = rowsOf(props);
  const known = fromRanges(data?.rows ?? []);
  assert.equal(known.length, marks.length);
  for (const { items } of marks) {
    const [{ text, rows: [row = -1] = [] } = { text: '' }] = items;
    assert.equal(text, formatFull(row * 10, undefined, props.locale));
    assert.equal(data?.columns[0]?.values[known.indexOf(row)], days[row]);
  }
});

test('a chart embeds a short result whole, and only the rows of marks and next to "Other" of a long one', () => {
  const pie = (count: number) => {
    const many = Array.from({ length: count }, (_, index) => `n${index}`);
    const size = many.map((_, index) => count - index);
    return propsOf('pie', 'T', resultOf([dimension('x', 'X', many), measure('m', 'M', size)]));
  };
  assert.equal(rowsOf(pie(200))?.columns[0]?.values.length, 200);
  assert.equal(rowsOf(pie(200))?.rows, undefined);
  const long = pie(5000);
  const [[rows = []] = []] = labelsOf(long, 'Other');
  assert.equal(rows.length, 1001);
  const { rows: known = [], partial } = rowsOf(long) ?? {};
  assert.deepEqual(known, [[0, 1006]]);
  assert.equal(partial, undefined);
  const column = Array.from({ length: 300 }, (_, index) => `c${index}`);
  const bars = propsOf(
    'leaderboard',
    'T',
    resultOf([
      dimension('x', 'X', column),
      measure(
        'm',
        'M',
        column.map(() => 1),
      ),
    ]),
  );
  assert.equal(rowsOf(bars)?.columns[0]?.values.length, marksOf(bars).length);
  assert.equal(rowsOf(bars)?.partial, true);
});

test('row ranges round-trip', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30)), (rows) => {
      assert.deepEqual(fromRanges(JSON.parse(JSON.stringify(toRanges(rows)))), rows);
    }),
  );
  assert.deepEqual(toRanges([4, 5, 6, 7, 2]), [[4, 7], 2]);
  assert.equal(toRanges([3]), 3);
});
