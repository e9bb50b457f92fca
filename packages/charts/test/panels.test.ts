import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cell, QueryResult } from '@inlay/protocol/result';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { chartKinds } from '../src/chart-kinds.ts';
import { DataTable } from '../src/data-table.ts';
import { createLocale } from '../src/format/create-locale.ts';
import type { WrittenMark } from '../src/parts/marks.ts';
import { fromRanges } from '../src/parts/row-ranges.ts';
import type { TileOptions } from '../src/tile.ts';
import { TileChart, type TileProps } from '../src/tile-chart.ts';
import { hard } from './fixtures/hard.ts';
import { dimension, type FixtureMore, measure, months, propsOf, resultOf } from './fixtures/make-fixture.ts';

const draw = (props: TileProps) => renderToString(h(TileChart, props));

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

interface DrawnMark {
  readonly label: string;
  readonly x: number;
  readonly values: readonly { readonly y: number; readonly text: string; readonly rows: readonly number[] }[];
  readonly rows: readonly number[];
}

const marksOf = (svg: string): readonly DrawnMark[] =>
  [...svg.matchAll(/ data-mark="([^"]*)"/g)].map(([, written = '']) => {
    const [label, x, items, rows = []]: WrittenMark = JSON.parse(decode(written));
    const values = items.map(([, y, text, own]) => ({ y, text, rows: fromRanges(own) }));
    return { label, x, values, rows: fromRanges(rows) };
  });

const textsOf = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text = '']) => decode(text));

const hardFixture = (wanted: string) => hard.find(({ name }) => name === wanted)?.props as TileProps;

/** All texts with their height in the drawing. */
const lowestTexts = (svg: string): readonly { readonly text: string; readonly y: number }[] => {
  const offsets = [0];
  return [...svg.matchAll(/<g([^>]*)>|<\/g>|<text x="[^"]*" y="([^"]*)"[^>]*>([^<]*)/g)].flatMap((tag) => {
    const [whole, group, y, text] = tag;
    if (whole === '</g>') offsets.pop();
    else if (group !== undefined)
      offsets.push((offsets.at(-1) ?? 0) + Number(/translate\(\S+ (\S+)\)/.exec(group)?.[1] ?? 0));
    else return [{ text: decode(text ?? ''), y: Number(y) + (offsets.at(-1) ?? 0) }];
    return [];
  });
};

const columnsOf = (svg: string) =>
  new Set([...svg.matchAll(/<g transform="translate\((\S+) \S+\)"><text/g)].map(([, x]) => x)).size;

type Row = readonly [city: string | null, month: string, value: Cell];

const salesOf = (rows: readonly Row[], others?: readonly number[]): QueryResult =>
  resultOf([
    {
      ...dimension(
        'city',
        'City',
        rows.map(([city]) => city),
      ),
      ...(others && { others }),
    },
    dimension(
      'month',
      'Month',
      rows.map(([, at]) => at),
      'date',
      'month',
    ),
    measure(
      'sales',
      'Sales',
      rows.map(([, , value]) => value),
    ),
  ]);

const lines = (result: QueryResult, options: TileOptions = {}, more: FixtureMore = {}) =>
  propsOf('line', 'Sales', result, { ...more, options: { panels: 'city', ...options } });

const [january, february, march] = months(3) as [string, string, string];

const twoCities = salesOf([
  ['Oslo', january, 10],
  ['Rome', january, 100],
  ['Oslo', march, 50],
  ['Rome', february, 50],
  ['Rome', march, 80],
]);

const heightsOf = (svg: string) =>
  Object.fromEntries(marksOf(svg).flatMap(({ label, values }) => values.map(({ y }) => [label, y])));

describe('small multiples', () => {
  it('are offered by every Cartesian kind', () => {
    for (const { kind, options } of chartKinds)
      if ('yTitle' in options || ['heatmap', 'waterfall', 'bullet'].includes(kind))
        assert.ok('panels' in options && 'panelScales' in options, kind);
  });

  it('compare on a shared scale, unless scales are free', () => {
    const size = { width: 640, height: 200 };
    const shared = heightsOf(draw(lines(twoCities, {}, { size })));
    assert.equal(shared['Oslo · March 2025'], shared['Rome · February 2025']);
    const free = heightsOf(draw(lines(twoCities, { panelScales: 'free' }, { size })));
    assert.notEqual(free['Oslo · March 2025'], free['Rome · February 2025']);
  });

  it('have the same times in every panel, also those that only another one has', () => {
    for (const panelScales of ['shared', 'free'] as const) {
      const labels = marksOf(draw(lines(twoCities, { panelScales }))).map(({ label }) => label);
      assert.deepEqual(labels, [
        'Oslo · January 2025', 'Oslo · February 2025', 'Oslo · March 2025',
        'Rome · January 2025', 'Rome · February 2025', 'Rome · March 2025',
      ]); // biome-ignore format: a panel per line
    }
  });

  it('label shared axes once per row and column of panels', () => {
    const count = (svg: string, label: string) => textsOf(svg).filter((text) => text === label).length;
    const shared = draw(lines(twoCities, {}, { size: { width: 640, height: 200 } }));
    assert.equal(count(shared, '100'), 1);
    assert.equal(count(shared, 'Mar'), 2);
    const below = draw(lines(twoCities, {}, { size: { width: 200, height: 320 } }));
    assert.equal(count(below, '100'), 2);
    assert.equal(count(below, 'Mar'), 1);
  });

  it('share one legend, one tab stop, and one color per series', () => {
    const { props } = hard.find(({ name }) => name === 'hard-line-panels-series') ?? assert.fail();
    const svg = draw(props);
    assert.equal(textsOf(svg).filter((text) => text === 'Online').length, 1);
    assert.equal(svg.match(/tabindex/g)?.length, 1);
    assert.equal(svg.match(/<svg/g)?.length, 1);
  });

  it('name series in the legend alone, whatever their size', () => {
    for (const kind of ['line', 'area'])
      for (const size of [
        { width: 320, height: 240 },
        { width: 900, height: 360 },
      ]) {
        const names = textsOf(draw({ ...hardFixture(`hard-${kind}-panels-series`), size }));
        assert.deepEqual(
          names.filter((name) => ['Online', 'Stores', 'Partners'].includes(name)),
          ['Online', 'Stores', 'Partners'],
        );
      }
  });

  it('have room for all lines of their labels above the note', () => {
    const lines = lowestTexts(
      draw({ ...hardFixture('hard-bar-panels-free'), size: { width: 320, height: 240 } }),
    );
    const note = lines.find(({ text }) => text.startsWith('Showing'))?.y ?? 0;
    const years = lines.filter(({ text }) => text === '2025').map(({ y }) => y);
    assert.ok(years.length > 0 && Math.max(...years) < note - 11, JSON.stringify(lines));
  });

  it('fill their rows rather than leave half of the last one empty', () => {
    const props = { ...hardFixture('hard-area-panels-series'), size: { width: 900, height: 360 } };
    assert.deepEqual(columnsOf(draw(props)), 3);
  });

  it('have one color per series, also where each has its own categories', () => {
    const columns = [
      dimension('city', 'City', ['Oslo', 'Oslo', 'Rome', 'Rome', 'Rome']),
      dimension('product', 'Product', ['Boots', 'Tents', 'Shoes', 'Hats', 'Boots']),
      dimension('channel', 'Channel', ['Shop', 'Online', 'Online', 'Phone', 'Shop']),
      measure('sales', 'Sales', [10, 20, 30, 40, 50]),
    ];
    const options: TileOptions = {
      panels: 'city',
      panelScales: 'free',
      x: 'product',
      series: 'channel',
    };
    const colorsIn = (result: QueryResult) => {
      const svg = draw(propsOf('bar', 'Sales', result, { options }));
      const series = JSON.parse(decode(svg.match(/data-series="([^"]*)"/)?.[1] ?? '[]'));
      return series as readonly (readonly [name: string, color: string])[];
    };
    const orders = measure('orders', 'Orders', [1, 2, 3, 4, 5]);
    for (const [count, result] of [
      [3, resultOf(columns)],
      [6, resultOf([...columns, orders])],
    ] as const) {
      const drawn = colorsIn(result);
      assert.equal(drawn.length, count);
      assert.equal(new Set(drawn.map(([name]) => name)).size, count);
      assert.equal(new Set(drawn.map(([, color]) => color)).size, count);
    }
  });

  it('leave the data table whole', () => {
    const html = renderToString(h(DataTable, lines(twoCities)));
    assert.equal(html.match(/<tr>/g)?.length, 6);
    assert.match(html, />City</);
  });

  it('say how many panels there are', () => {
    assert.match(draw(lines(twoCities)), /aria-label="Line chart: Sales\. 2 panels by City: Oslo, Rome\./);
  });

  it('show those that are legible, with a note', () => {
    const { props } = hard.find(({ name }) => name === 'hard-bar-panels-sixty') ?? assert.fail();
    const texts = textsOf(draw({ ...props, size: { width: 640, height: 320 } }));
    const note = texts.find((text) => text.startsWith('Showing')) ?? '';
    const [, shown = ''] = /^Showing (\d+) of 60$/.exec(note) ?? assert.fail(note);
    assert.equal(texts.filter((text) => text !== note && /^[A-Z].* \d+$/.test(text)).length, Number(shown));
    assert.ok(Number(shown) >= 6);
  });

  it('have one or two columns on a phone', () => {
    const { props } = hard.find(({ name }) => name === 'hard-line-panels-sixty') ?? assert.fail();
    const svg = draw({ ...props, size: { width: 343, height: 600 } });
    const lefts = new Set([...svg.matchAll(/<g transform="translate\((\S+) /g)].map(([, x]) => x));
    assert.equal(lefts.size, 2);
  });

  it('put panels without values last, with their name', () => {
    const svg = draw(
      lines(
        salesOf([
          ['Bonn', january, null],
          ['Oslo', january, 10],
          ['Oslo', february, 12],
        ]),
      ),
    );
    const texts = textsOf(svg);
    assert.ok(texts.indexOf('Bonn') > texts.indexOf('Oslo'));
    assert.equal(texts[texts.indexOf('Bonn') + 1], 'No data');
  });

  it('end with "Other"', () => {
    const result = salesOf(
      [
        [null, january, 900],
        ['Oslo', january, 10],
        [null, january, 5],
      ],
      [0],
    );
    const labels = marksOf(draw(lines(result))).map(({ label }) => label);
    assert.deepEqual(labels, ['Oslo · January 2025', '(none) · January 2025', 'Other · January 2025']);
  });

  it('have "Other" as their last category, also if the first panel lacks another one', () => {
    const rows = [['Oslo', 'a'], ['Oslo', 'b'], ['Oslo', null], ['Rome', 'a'], ['Rome', 'c'], ['Rome', null]] as const; // biome-ignore format: a panel per half
    for (const kind of ['bar', 'bullet', 'waterfall', 'heatmap', 'line'] as const) {
      const columns = [
        dimension('city', 'City', rows.map(([city]) => city)),
        { ...dimension('product', 'Product', rows.map(([, product]) => product)), others: [2, 5] },
        ...(kind === 'heatmap' ? [dimension('shop', 'Shop', rows.map(() => 'North'))] : []),
        measure('sales', 'Sales', [60, 50, 40, 30, 20, 10]),
      ]; // biome-ignore format: a column per line
      const options = { panels: 'city', x: 'product' };
      const labels = marksOf(draw(propsOf(kind, 'Sales', resultOf(columns), { options })))
        .map(({ label }) => label.split(' · ')[1] ?? '')
        .filter((label) => label !== 'Total');
      assert.deepEqual([...new Set(labels)].toSorted(), ['Other', 'a', 'b', 'c'], kind);
      assert.ok(labels.lastIndexOf('c') < labels.lastIndexOf('Other'), `${kind}: ${labels}`);
    }
  });

  it('are ordered by value in a ranking', () => {
    const result = resultOf([
      dimension('city', 'City', ['Oslo', 'Oslo', 'Rome', 'Rome']),
      dimension('product', 'Product', ['Tea', 'Coffee', 'Tea', 'Coffee']),
      measure('sales', 'Sales', [1, 2, 30, 40]),
    ]);
    const panelsOf = (query: FixtureMore['query']) => {
      const props = propsOf('bar', 'Sales', result, { options: { panels: 'city' }, ...(query && { query }) });
      return [...new Set(marksOf(draw(props)).map(({ label }) => label.split(' · ')[0]))];
    };
    assert.deepEqual(panelsOf(undefined), ['Rome', 'Oslo']);
    assert.deepEqual(panelsOf({ sort: [{ by: 'city', direction: 'asc' }] }), ['Oslo', 'Rome']);
  });

  it('have one scale of colors in heatmaps, or one each', () => {
    const legendsIn = (panelScales: 'shared' | 'free') => {
      const result = resultOf([
        dimension('city', 'City', ['Oslo', 'Oslo', 'Rome', 'Rome']),
        dimension('product', 'Product', ['Tea', 'Coffee', 'Tea', 'Coffee']),
        dimension('shop', 'Shop', ['North', 'North', 'North', 'North']),
        measure('sales', 'Sales', [1, 20, 300, 4000]),
      ]);
      const svg = draw(propsOf('heatmap', 'Sales', result, { options: { panels: 'city', panelScales } }));
      const fills = [...svg.matchAll(/<rect[^>]* fill="([^"]*)" data-mark/g)].map(([, fill]) => fill);
      return { texts: textsOf(svg), fills };
    };
    const shared = legendsIn('shared');
    assert.deepEqual(shared.texts.slice(0, 3), ['Sales', '1', '4,000']);
    assert.equal(shared.texts.filter((text) => text === 'North').length, 1);
    assert.equal(new Set(shared.fills.slice(0, 3)).size, 1);
    const free = legendsIn('free');
    assert.equal(free.texts.filter((text) => text === 'Sales').length, 1);
    assert.equal(free.texts.filter((text) => text === 'North').length, 2);
    assert.deepEqual(free.fills.slice(0, 2), free.fills.slice(2));
    assert.notEqual(free.fills[0], free.fills[1]);
  });

  it('end with the computed total of each panel in waterfalls, and note rows that it has in addition', () => {
    const result = (oslo: number) =>
      resultOf(
        [
          dimension('city', 'City', ['Rome', 'Rome', 'Oslo', 'Oslo']),
          dimension('product', 'Product', ['Tea', 'Coffee', 'Tea', 'Coffee']),
          measure('sales', 'Sales', [30, 40, 1, 2]),
        ],
        {
          subtotals: [
            {
              columns: [dimension('city', 'City', ['Oslo', 'Rome']), measure('sales', 'Sales', [oslo, 70])],
              rowCount: 2,
              truncated: false,
            },
          ],
        },
      );
    const drawn = (oslo: number) =>
      draw(propsOf('waterfall', 'Sales', result(oslo), { options: { panels: 'city' } }));
    const totals = (svg: string) =>
      marksOf(svg).flatMap(({ label, values }) => (label.endsWith('Total') ? [values[0]?.text] : []));
    assert.deepEqual(totals(drawn(3)), ['70', '3']);
    assert.ok(!textsOf(drawn(3)).includes('Total of all rows'));
    assert.deepEqual(totals(drawn(8)), ['70', '8']);
    assert.ok(textsOf(drawn(8)).includes('Total of all rows'));
  });

  it('have the same rows in bullet charts, also where a panel has no value', () => {
    const result = resultOf([
      dimension('city', 'City', ['Oslo', 'Oslo', 'Rome']),
      dimension('product', 'Product', ['Tea', 'Coffee', 'Coffee']),
      measure('sales', 'Sales', [10, 20, 80]),
    ]);
    const svg = draw(
      propsOf('bullet', 'Sales', result, { options: { panels: 'city' }, size: { width: 640, height: 200 } }),
    );
    const marks = Object.fromEntries(marksOf(svg).map(({ label, values }) => [label, values[0]?.y]));
    assert.deepEqual(Object.keys(marks), ['Rome · Coffee', 'Oslo · Tea', 'Oslo · Coffee']);
    assert.equal(marks['Rome · Coffee'], marks['Oslo · Coffee']);
    assert.equal(textsOf(svg).filter((text) => text === 'Tea').length, 2);
  });

  it('run from right to left in Arabic', () => {
    const locale = createLocale({ language: 'ar' });
    const [oslo, , , rome] = marksOf(draw(lines(twoCities, {}, { locale })));
    assert.ok((oslo?.x ?? 0) > (rome?.x ?? 0));
  });

  it('need a dimension of the result', () => {
    const plain = draw(lines(twoCities, { panels: 'sales', x: 'month', series: 'city' }));
    assert.equal(plain, draw(lines(twoCities, { panels: 'removed', x: 'month', series: 'city' })));
    assert.doesNotMatch(plain, /panels by/);
  });
});

describe('the marks of small multiples', () => {
  it('are no more than a page can have, however many panels and values there are', () => {
    const cells = (panels: number, rows: number) =>
      Array.from({ length: panels * rows }, (_, index) => [Math.floor(index / rows), index % rows] as const);
    const sixty = cells(60, 240);
    const city = dimension('city', 'City', sixty.map(([place]) => `City ${place}`));
    const times = months(240, 2005);
    const month = dimension('month', 'Month', sixty.map(([, at]) => times[at] ?? null), 'date', 'month');
    const sales = measure('sales', 'Sales', sixty.map(([place, at]) => place + at));
    const size = { width: 1200, height: 900 };
    const byMonth = resultOf([city, month, sales]);
    const svg = draw(propsOf('line', 'Sales', byMonth, { options: { panels: 'city' }, size }));
    const labels = marksOf(svg).map(({ label }) => label.split(' · ')[0]);
    assert.ok(labels.length <= 600, `${labels.length}`);
    assert.equal(new Set(labels).size, 60);
    const shops = dimension('shop', 'Shop', sixty.map(([, at]) => `Shop ${at % 6}`));
    const products = dimension('product', 'Product', sixty.map(([, at]) => `Product ${Math.floor(at / 6)}`));
    const grid = resultOf([city, shops, products, sales].map((column) => ({ ...column, values: column.values.slice(0, 4 * 240) })));
    const heat = draw(propsOf('heatmap', 'Sales', grid, { options: { panels: 'city', x: 'shop' }, size }));
    assert.ok(marksOf(heat).length <= 600, `${marksOf(heat).length}`);
  }); // biome-ignore format: a column per line

  for (const { name, props } of hard.filter(({ name }) => name.includes('panels')))
    it(`are those of the panel that their label names: ${name}`, () => {
      const { result, tile } = props;
      const by = result.columns.find((column) => column.name === tile.options?.panels) ?? assert.fail();
      const marks = marksOf(draw(props));
      for (const { label, values, rows } of marks)
        for (const row of [...rows, ...values.flatMap((value) => value.rows)])
          assert.ok(label.startsWith(`${by.values[row]}`), `${label}: row ${row}`);
      const all = marks.flatMap(({ values }) => values.flatMap((value) => value.rows));
      // A bullet has no second measure unless it is a target of the same unit.
      const drawn = tile.options?.series || tile.kind === 'bullet' ? 1 : measuresIn(result);
      if (tile.kind !== 'box-plot' && tile.kind !== 'histogram' && tile.kind !== 'scatter')
        assert.equal(new Set(all).size * drawn, all.length);
    });
});

const measuresIn = ({ columns }: QueryResult) => columns.filter(({ role }) => role === 'measure').length;
