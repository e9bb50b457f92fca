import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { TileChart, type TileProps } from '../src/tile-chart.ts';
import { drawnTexts } from './fixtures/drawn-texts.ts';
import { hard } from './fixtures/hard.ts';
import { dimension, measure, months, propsOf, resultOf } from './fixtures/make-fixture.ts';

const draw = (props: TileProps) => renderToString(h(TileChart, props));
const hardProps = (name: string) => {
  const { props } = hard.find((each) => each.name === name) ?? {};
  assert.ok(props, name);
  return props;
};
const twenty = hardProps('hard-line-twenty-series');
const sized = (props: TileProps, width: number, height: number) => ({ ...props, size: { width, height } });
const seriesOf = (svg: string): readonly (readonly [name: string, color: string])[] =>
  JSON.parse((/data-series="([^"]*)"/.exec(svg)?.[1] ?? '').replaceAll('&quot;', '"'));

test('of more than twelve lines, the largest five have colors and labels, and the others share one label', () => {
  const svg = draw(sized(twenty, 900, 360));
  const colors = seriesOf(svg).map(([, color]) => color);
  assert.equal(new Set(colors.slice(0, 5)).size, 5);
  assert.deepEqual(new Set(colors.slice(5)).size, 1);
  const texts = drawnTexts(svg);
  assert.deepEqual(
    ['Amsterdam', 'Edinburgh', 'Frankfurt am Main', '15 others'].map((name) => texts.includes(name)),
    [true, true, false, true],
  );
  assert.equal(svg.match(/<path [^>]*stroke-width="1"/g)?.length, 15);
});

const colored = (colors: Readonly<Record<string, string>>) => {
  const { tile } = twenty;
  return sized({ ...twenty, tile: { ...tile, options: { ...tile.options, colors } } }, 900, 360);
};
const highlightedOf = (props: TileProps) => {
  const series = seriesOf(draw(props));
  const gray = series.at(-1)?.[1];
  return series.filter(([, color]) => color !== gray);
};
const largest = ['Amsterdam', 'Barcelona', 'Copenhagen', 'Dublin', 'Edinburgh'];

test('lines with a color of their author are highlighted besides the largest five', () => {
  const texts = drawnTexts(draw(colored({ Vienna: '#aa0000' })));
  assert.deepEqual([texts.includes('Vienna'), texts.includes('Edinburgh')], [true, true]);
  const names = twenty.result.columns[1]?.values.filter((_, row) => row % 24 === 0).slice(11, 19) ?? [];
  const chosen = Object.fromEntries(names.map((name, index) => [String(name), `#aa000${index}`]));
  assert.deepEqual(
    highlightedOf(colored(chosen)).map(([name]) => name),
    [...largest, ...names],
  );
});

test('lines that the dataset gives a color are highlighted too', () => {
  const [month, city, ...measures] = twenty.result.columns;
  assert.ok(month && city);
  const fixed = { ...city, colors: [{ value: 'Vienna', color: '#aa0000' }] };
  const result = { ...twenty.result, columns: [month, fixed, ...measures] };
  assert.deepEqual(
    highlightedOf({ ...twenty, result }).map(([name]) => name),
    [...largest, 'Vienna'],
  );
});

test('a line named like a property of every object has no color of its own', () => {
  const [month, city, ...measures] = twenty.result.columns;
  assert.ok(month && city);
  const named = {
    ...city,
    values: city.values.map((value) => (value === 'Vienna' ? 'constructor' : value)),
  };
  const props = colored({ Oslo: '#aa0000' });
  const result = { ...props.result, columns: [month, named, ...measures] };
  assert.deepEqual(
    highlightedOf({ ...props, result }).map(([name]) => name),
    [...largest, 'Oslo'],
  );
});

test('each point of a gray line is a mark of its own, along the line for the keyboard', () => {
  const svg = draw(twenty);
  const marks = [...svg.matchAll(/data-mark="\[&quot;([^&]*)&quot;,[\d.]+,\[\[(\d+)/g)];
  assert.equal(marks.length, 20 * 24);
  assert.match(svg, /data-keys="grid"/);
  assert.deepEqual(
    marks.slice(0, 24).map(([, , series]) => series),
    Array(24).fill('0'),
  );
  assert.deepEqual(
    new Set(marks.map(([, , series]) => Number(series))),
    new Set(Array.from({ length: 20 }, (_, index) => index)),
  );
});

for (const [kind, count, rest] of [
  ['line', 14, '9 others'],
  ['area', 8, 'Other'],
  ['bar', 8, undefined],
] as const)
  test(`panels choose the same series and colors, also where others are the largest: ${kind}`, () => {
    const svg = draw(hardProps(`hard-${kind}-panels-many-series`));
    const names = seriesOf(svg).map(([name]) => name);
    assert.equal(names.length, count);
    assert.equal(new Set(names).size, count);
    const texts = drawnTexts(svg);
    const legend = texts.slice(
      0,
      texts.indexOf('Revenue') === -1 ? texts.indexOf('Amsterdam') : texts.indexOf('Revenue'),
    );
    assert.deepEqual(
      legend.filter((text) => !text.startsWith('Product')),
      rest ? [rest] : [],
    );
    const colors = seriesOf(svg)
      .filter(([name]) => legend.includes(name))
      .map(([, color]) => color);
    assert.equal(new Set(colors).size, colors.length);
  });

test('panels of their own categories choose the same series, also if some have few', () => {
  const rows = Array.from({ length: 40 }, (_, row) => ({
    city: row < 30 ? 'Oslo' : 'Rome',
    shop: row < 30 ? `Shop ${row % 2}` : 'Shop 9',
    product: row < 30 ? Math.floor(row / 2) : row - 30 + 5,
  }));
  const result = resultOf([
    dimension('city', 'City', rows.map(({ city }) => city)),
    dimension('shop', 'Shop', rows.map(({ shop }) => shop)),
    dimension('product', 'Product', rows.map(({ product }) => `Product ${product}`)),
    measure('sales', 'Sales', rows.map(({ city, product }) => (city === 'Oslo' ? 100 - product : 1 + product))),
  ]); // biome-ignore format: a column per line
  const options = { panels: 'city', panelScales: 'free', x: 'shop', series: 'product' } as const;
  const stacked = draw(propsOf('bar', 'Sales', result, { options: { ...options, layout: 'stacked' } }));
  assert.deepEqual(seriesOf(stacked).length, 8);
  const lines = drawnTexts(draw(propsOf('line', 'Sales', result, { options })));
  assert.equal(lines.filter((text) => /others$/.test(text)).join(), '10 others');
});

test('twelve lines keep their colors', () => {
  const names = Array.from({ length: 12 }, (_, index) => `Line ${index + 1}`);
  const result = resultOf([
    dimension(
      'month',
      'Month',
      names.flatMap(() => months(6)),
      'date',
      'month',
    ),
    dimension(
      'line',
      'Line',
      names.flatMap((name) => months(6).map(() => name)),
    ),
    measure(
      'value',
      'Value',
      names.flatMap((_, index) => months(6).map((_month, at) => index * 10 + at)),
    ),
  ]);
  assert.doesNotMatch(drawnTexts(draw(propsOf('line', 'Values', result))).join(), /others/);
});

test('a legend uses rows that are free before it counts what it leaves out', () => {
  const props = hardProps('hard-area-twenty-series');
  assert.doesNotMatch(drawnTexts(draw(sized(props, 320, 240))).join(), /more/);
  assert.match(drawnTexts(draw(sized(props, 320, 150))).join(), /\+\d more/);
});

test('areas have direct labels instead of a legend if these fit', () => {
  const props = hardProps('hard-area-twenty-series');
  const legendMarks = (svg: string) => svg.match(/<rect [^>]*width="10" height="10"/g)?.length ?? 0;
  assert.equal(legendMarks(draw(sized(props, 900, 360))), 0);
  assert.equal(legendMarks(draw(sized(props, 320, 240))), 8);
});

test('stacked areas are as opaque as their legend', () => {
  const svg = draw(sized(hardProps('hard-area-twenty-series'), 320, 240));
  const areas = [...svg.matchAll(/<path d="M[^"]*Z" fill="([^"]*)" opacity="([^"]*)"/g)];
  assert.equal(areas.length, 8);
  for (const [, fill, opacity] of areas) {
    assert.equal(opacity, '1');
    assert.ok(svg.includes(`rx="2" fill="${fill}"`));
  }
});

test('an area of one month is a column with its value', () => {
  const svg = draw(hardProps('hard-area-one-month'));
  assert.match(svg, /<path d="M[\d.]+ [\d.]+h64"/);
  assert.ok(drawnTexts(svg).some((text) => text.startsWith('€1.2')));
});

test('a sparkline is a thin line with a dot at its end', () => {
  const svg = draw(sized(hardProps('hard-kpi-two-units'), 240, 160));
  assert.doesNotMatch(svg, /<path [^>]*fill="var/);
  assert.match(svg, /<path [^>]*stroke-width="1.5"/);
  assert.equal(svg.match(/<circle/g)?.length, 1);
});
