import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Format } from '@inlay/protocol/format';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { TileKind } from '../src/chart-kinds.ts';
import { columnFormat } from '../src/data/read-columns.ts';
import { DataTable } from '../src/data-table.ts';
import { formatRow } from '../src/format/format-cell.ts';
import { formatFull, formatShort } from '../src/format/format-number.ts';
import { formatShares } from '../src/format/format-share.ts';
import { TileChart } from '../src/tile-chart.ts';
import { dimension, euro, measure, percent, propsOf, resultOf } from './fixtures/make-fixture.ts';

const amounts = (values: readonly Cell[], format?: Format): ResultColumn => ({
  ...measure('amount', 'Amount', values, format),
  type: 'number',
});

const { locale } = propsOf('table', 'Amounts', resultOf([amounts([1])]));

/** The texts of a column in a table. */
function textsOf(values: readonly Cell[], format?: Format): readonly string[] {
  const column = amounts(values, format);
  return values.map((_, row) => formatRow(row, column, columnFormat(column, undefined), locale));
}

const names = (count: number) =>
  dimension(
    'name',
    'Name',
    Array.from({ length: count }, (_, index) => `No. ${index + 1}`),
  );

const drawn = (kind: TileKind, result: QueryResult, size = { width: 640, height: 400 }) =>
  renderToString(h(TileChart, { ...propsOf(kind, 'Amounts', result), size }));

const cells = (html: string): readonly string[] =>
  [...html.matchAll(/<t[dh][^>]*>([^<]*)</g)].map(([, text = '']) => text);

const anyFormat = fc.constantFrom<Format | undefined>(undefined, euro, percent, {
  kind: 'number',
  unit: 'kg',
});
const anyAmount = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
  fc.double({ min: -2, max: 2, noNaN: true }),
);
const decimalsIn = (text: string) => /[.](\d+)/.exec(text)?.[1]?.length ?? 0;

describe('the decimals of a column', () => {
  test('are those that its values need', () => {
    assert.deepEqual(textsOf([12.5, 3]), ['12.5', '3.0']);
    assert.deepEqual(textsOf([1 / 3, 26.25]), ['0.333', '26.250']);
    assert.deepEqual(textsOf([4, 1200]), ['4', '1,200']);
    assert.deepEqual(textsOf([0.19, 0.5], percent), ['19%', '50%']);
    assert.deepEqual(textsOf([4 / 21, 0.5], percent), ['19.0%', '50.0%']);
    assert.deepEqual(textsOf([0.0123, 0.5], percent), ['1.2%', '50.0%']);
  });

  test('are not taken away by one large value', () => {
    assert.deepEqual(textsOf([12.5, 1_234_567], euro), ['€12.50', '€1,234,567.00']);
    assert.deepEqual(textsOf([12.5, 1_234_567]), ['12.5', '1,234,567.0']);
    assert.deepEqual(textsOf([0.0123, 12], percent), ['1.2%', '1,200.0%']);
  });

  test('are those of the currency, except for large whole amounts', () => {
    assert.deepEqual(textsOf([5, 12], euro), ['€5.00', '€12.00']);
    assert.deepEqual(textsOf([1500, 20_000], euro), ['€1,500', '€20,000']);
    assert.deepEqual(textsOf([1500.5, 20_000], { kind: 'currency', currency: 'JPY' }), ['¥1,501', '¥20,000']);
    assert.deepEqual(
      textsOf([1.5, 2], { kind: 'currency', currency: 'KWD' }).map((text) => text.slice(-5)),
      ['1.500', '2.000'],
    );
  });

  test('are those of the format if it sets them', () => {
    assert.deepEqual(textsOf([12.25, 3], { kind: 'number', decimals: 1 }), ['12.3', '3.0']);
  });

  test('are read from text where a double would lose them', () => {
    assert.deepEqual(textsOf(['90071992547409931.25', 2]), ['90,071,992,547,409,931.25', '2.00']);
  });

  test('ignore what additions of binary fractions leave behind', () => {
    assert.deepEqual(textsOf([0.1 + 0.2, 0.3 - 0.1 - 0.2]), ['0.3', '0.0']);
  });

  test('are equal for all values, and never fewer because of another value', () => {
    fc.assert(
      fc.property(
        fc.array(anyAmount, { minLength: 1, maxLength: 8 }),
        anyAmount,
        anyFormat,
        (values, more, format) => {
          const decimals = textsOf(values, format).map(decimalsIn);
          assert.equal(new Set(decimals).size, 1);
          const [fewer = 0] = decimals;
          const hasFraction = values.some((value) => decimalsIn(textsOf([value], format)[0] ?? '') > 0);
          // Whole amounts lose no precision without ".00", and six digits of the largest value are enough.
          if (format?.kind === 'currency' && values.every(Number.isInteger)) return;
          if (hasFraction && fewer <= 2)
            assert.ok(decimalsIn(textsOf([more, ...values], format)[1] ?? '') >= fewer);
        },
      ),
      { numRuns: 300, seed: 311 },
    );
  });
});

describe('a total', () => {
  const result = (values: readonly Cell[], total: Cell, format?: Format): QueryResult => ({
    ...resultOf([names(values.length), amounts(values, format)]),
    totals: { amount: total },
  });

  test('has its own precision', () => {
    assert.equal(cells(drawn('table', result([25, 27], 26.25))).at(-1), '26.25');
    assert.equal(cells(drawn('table', result([1500, 2000], 1750.5, euro))).at(-1), '€1,750.50');
  });

  test('has at least the decimals of its column', () => {
    assert.equal(cells(drawn('table', result([12.5, 13.5], 26))).at(-1), '26.0');
  });

  test('has the decimals of the format if it sets them', () => {
    assert.equal(
      cells(drawn('table', result([25, 27], 26.25, { kind: 'number', decimals: 0 }))).at(-1),
      '26',
    );
  });
});

describe('a pivot table', () => {
  test('has equal decimals in its totals, which are not those of its cells', () => {
    const columns = (sums: readonly Cell[], ...dimensions: readonly ResultColumn[]) => ({
      ...resultOf([...dimensions, amounts(sums)]),
    });
    const region = (values: readonly string[]) => dimension('region', 'Region', values);
    const year = (values: readonly string[]) => dimension('year', 'Year', values);
    const result: QueryResult = {
      ...columns([25, 28, 27, 26], region(['East', 'East', 'West', 'West']), year(['A', 'B', 'A', 'B'])),
      subtotals: [
        columns([26.5, 26.25], region(['East', 'West'])),
        columns([26, 27], year(['A', 'B'])),
        columns([26.375]),
      ],
    };
    const props = propsOf('pivot-table', 'Amounts', result, {
      query: { dimensions: [{ column: 'region' }, { column: 'year' }], measures: [] },
      options: { rows: ['region'], columns: ['year'] },
    });
    const texts = cells(renderToString(h(TileChart, props)));
    assert.deepEqual(texts.slice(-12), [
      ...['East', '25', '28', '26.50'],
      ...['West', '27', '26', '26.25'],
      ...['Total', '26.00', '27.00', '26.38'],
    ]);
  });
});

describe('a number', () => {
  test('has the same text in label, tooltip and table', () => {
    fc.assert(
      fc.property(fc.array(anyAmount, { minLength: 1, maxLength: 8 }), anyFormat, (values, format) => {
        const column = amounts(values, format);
        const own = columnFormat(column, undefined);
        for (const [row, value] of values.entries()) {
          const table = formatRow(row, column, own, locale);
          assert.equal(formatFull(value, own, locale), table);
          if (Math.abs(value) < 10_000) assert.equal(formatShort(value, own, locale), table);
        }
      }),
      { numRuns: 300, seed: 311 },
    );
  });

  for (const kind of ['bar', 'line', 'pie', 'leaderboard', 'treemap', 'heatmap', 'funnel'] as const)
    test(`has the text of the data table in the tooltips of a ${kind}`, () => {
      const result = resultOf([names(3), amounts([4 / 21, 0.5, 0.3], percent)]);
      const table = cells(renderToString(h(DataTable, propsOf(kind, 'Amounts', result))));
      assert.deepEqual(table.slice(-6), ['No. 1', '19.0%', 'No. 2', '50.0%', 'No. 3', '30.0%']);
      const svg = drawn(kind, result);
      for (const text of ['19.0%', '50.0%', '30.0%'])
        assert.match(svg, new RegExp(`data-mark="[^"]*&quot;${text.replace('.', '\\.')}[ &]`));
    });

  test('is a label of its bar as the table shows it', () => {
    const result = resultOf([names(2), amounts([12.5, 1234], euro)]);
    const props = propsOf('bar', 'Amounts', result, {
      options: { labels: 'all', orientation: 'horizontal' },
    });
    const texts = [...renderToString(h(TileChart, props)).matchAll(/>([^<>]*)<\/text>/g)].map(
      ([, text]) => text,
    );
    for (const text of ['€12.50', '€1,234.00']) assert.ok(texts.includes(text), `${text} in ${texts.join()}`);
  });
});

describe('a KPI', () => {
  const headline = (value: number, size: { width: number; height: number }, format?: Format) =>
    />([^<>]*)<\/text>/.exec(drawn('kpi', resultOf([amounts([value], format)]), size))?.[1];

  test('shows up to 99,999 in full', () => {
    const size = { width: 240, height: 120 };
    assert.equal(headline(12_345, size), '12,345');
    assert.equal(headline(99_999, size, euro), '€99,999');
    assert.equal(headline(-45_678.5, size, euro), '−€45,678.50');
    assert.equal(headline(100_000, size), '100k');
    assert.equal(headline(26.25, size), '26.25');
  });

  test('abbreviates numbers that do not fit', () => {
    assert.equal(headline(12_345, { width: 80, height: 120 }), '12.3k');
  });
});

describe('the percentages of a pie', () => {
  const shares = (...parts: readonly number[]) => formatShares(parts, locale);

  test('add up to 100', () => {
    assert.deepEqual(shares(1, 1, 1), ['34%', '33%', '33%']);
    assert.deepEqual(shares(665, 165, 170), ['67%', '16%', '17%']);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 7 }), (parts) => {
        const texts = shares(...parts);
        const numbers = texts.map((text) =>
          text.startsWith('<') ? 0 : text === '>99%' ? 100 : Number.parseInt(text, 10),
        );
        assert.equal(
          numbers.reduce((sum, number) => sum + number, 0),
          100,
        );
        const total = parts.reduce((sum, part) => sum + part, 0);
        for (const [index, number] of numbers.entries())
          assert.ok(Math.abs(number - ((parts[index] as number) / total) * 100) < 1);
      }),
      { numRuns: 300, seed: 311 },
    );
  });

  test('never say 0% of a slice, or 100% beside others', () => {
    assert.deepEqual(shares(99_800, 150, 50), ['>99%', '<1%', '<1%']);
    assert.deepEqual(shares(5), ['100%']);
  });

  test('are those of its list and its tooltips', () => {
    const svg = drawn('pie', resultOf([names(3), amounts([1, 1, 1])]));
    const tooltips = [...svg.matchAll(/ · (\d+%)/g)].map(([, share]) => share);
    const listed = [...svg.matchAll(/>(\d+%)<\/text>/g)].map(([, share]) => share);
    assert.deepEqual(tooltips, ['34%', '33%', '33%']);
    assert.deepEqual(listed, tooltips);
  });
});
