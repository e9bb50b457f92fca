import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell } from '@inlay/protocol/result';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { memberTest } from '../src/data/select-members.ts';
import { DataTable } from '../src/data-table.ts';
import type { Focus } from '../src/focus.ts';
import { createLocale } from '../src/format/create-locale.ts';
import { TileChart } from '../src/tile-chart.ts';
import { fixture, fixtures } from './fixtures/fixtures.ts';
import { hard } from './fixtures/hard.ts';
import type { DrawnProps } from './fixtures/make-fixture.ts';

const focusOn = (props: DrawnProps, focus: Focus): DrawnProps => ({
  ...props,
  tile: { ...props.tile, focus },
});
const draw = (props: DrawnProps) => renderToString(h(TileChart, props));
const drawFocused = (name: string, focus: Focus) => draw(focusOn(fixture(name), focus));
const highlight = (column: string, ...values: string[]): Focus => ({ highlight: [{ column, values }] });

/** The shapes of marks: their attributes, by key. */
function shapesOf(drawing: string): ReadonlyMap<string, string> {
  const shapes = [...drawing.matchAll(/<[a-z]+ ([^>]*data-key="([^"]*)"[^>]*)>/g)];
  return new Map(shapes.map(([, attributes = '', key = '']) => [key, attributes]));
}

const isDimmed = (attributes = '') => /(?<![a-z-])opacity="0\.(?:25|03)/.test(attributes);
const strongKeys = (drawing: string) =>
  [...shapesOf(drawing)].filter(([, attributes]) => !isDimmed(attributes)).map(([key]) => key);
const labelOf = (drawing: string) => /aria-label="([^"]*)"/.exec(drawing)?.[1] ?? '';

test('marks of a tile with a focus have keys, each of them once', () => {
  for (const { name, props } of [...fixtures, ...hard]) {
    const drawing = draw(focusOn(props, {}));
    const keys = [...drawing.matchAll(/data-key="([^"]*)"/g)].map(([, key]) => key);
    assert.equal(new Set(keys).size, keys.length, `${name} has a key twice`);
    assert.ok(!isDimmed(drawing), `${name} dims a mark`);
  }
});

test('marks of a tile without a focus have no keys', () => {
  for (const { name, props } of hard) assert.ok(!draw(props).includes('data-key='), name);
});

test('a mark has the same key in a zoom as among all', () => {
  const zoomed: readonly (readonly [string, NonNullable<Focus['zoom']>])[] = [
    ['bar-stacked', { column: 'month', from: '2025-03-01', to: '2025-05-01' }],
    ['bar-countries', { column: 'country', values: ['Spain', 'Poland'] }],
    ['line-regions', { column: 'region', values: ['DACH'] }],
    ['pie-donut', { column: 'channel', values: ['Search'] }],
    ['heatmap-week', { column: 'day', values: ['Mon'] }],
    ['treemap-groups', { column: 'country', values: ['Germany', 'France'] }],
    ['waterfall-total', { column: 'unit', values: ['Online'] }],
    ['box-plot', { column: 'team', values: ['Support'] }],
    ['scatter-bubble', { column: 'line', values: ['Pro'] }],
    ['leaderboard', { column: 'seller', values: ['Jonas Weber'] }],
    ['bullet', { column: 'region', values: ['DACH'] }],
    ['funnel', { column: 'step', values: ['Visited', 'Viewed a product'] }],
    ['table', { column: 'region', values: ['DACH'] }],
  ];
  for (const [name, zoom] of zoomed) {
    const all = shapesOf(drawFocused(name, {}));
    const found = [...shapesOf(drawFocused(name, { zoom })).keys()];
    assert.ok(found.length > 0 && found.length < all.size, name);
    assert.deepEqual(
      found.filter((key) => !all.has(key)),
      [],
      name,
    );
  }
});

test('bars and slices have the same path commands in every size, so that transitions can move between them', () => {
  for (const [name, focus] of [
    ['bar-stacked', {}],
    ['bar-months', {}],
    ['pie-donut', { zoom: { column: 'channel', values: ['Search'] } }],
    ['pie-donut', {}],
  ] as const) {
    const commands = [...shapesOf(drawFocused(name, focus)).values()].map((attributes) =>
      /d="([^"]*)"/.exec(attributes)?.[1]?.replaceAll(/[^A-Za-z]/g, ''),
    );
    assert.equal(new Set(commands).size, 1, name);
  }
});

test('highlighted marks keep their strength, and all others are dimmed', () => {
  assert.deepEqual(strongKeys(drawFocused('bar-countries', highlight('country', 'Spain'))), [
    '|orders|=Spain',
  ]);
  assert.deepEqual(strongKeys(drawFocused('pie-donut', highlight('channel', 'Referral'))), ['||=Referral']);
  const stacked = strongKeys(drawFocused('bar-stacked', highlight('region', 'DACH')));
  assert.equal(stacked.length, 12);
  assert.ok(stacked.every((key) => key.endsWith('=DACH')));
});

test('selections of several columns are alternatives', () => {
  const drawing = drawFocused('bar-stacked', {
    highlight: [
      { column: 'region', values: ['DACH'] },
      { column: 'month', values: ['2025-01-01'] },
    ],
  });
  const strong = strongKeys(drawing);
  assert.ok(strong.includes('|revenue|=2025-01-01|=Iberia'));
  assert.ok(strong.includes('|revenue|=2025-06-01|=DACH'));
  assert.ok(!strong.includes('|revenue|=2025-06-01|=Iberia'));
});

test('a line stands out whole if it is highlighted, and in part if a range of time is', () => {
  const whole = shapesOf(drawFocused('line-regions', highlight('region', 'Iberia')));
  assert.ok(!isDimmed(whole.get('line|revenue|=Iberia')));
  assert.ok(isDimmed(whole.get('line|revenue|=DACH')));
  const part = shapesOf(
    drawFocused('line-regions', { highlight: [{ column: 'month', from: '2025-04-01', to: '2025-06-30' }] }),
  );
  assert.ok(isDimmed(part.get('line|revenue|=Iberia')));
  assert.match(part.get('lit|revenue|=Iberia') ?? '', /d="M[^M]*l[^l]*l[^l]*"/);
});

test('nothing is dimmed if no row matches, as for a viewer who cannot access it', () => {
  for (const { name, props } of hard) {
    const focus = highlight(props.result.columns[0]?.name ?? '', 'Nowhere');
    assert.equal(draw(focusOn(props, focus)), draw(focusOn(props, {})), name);
  }
});

test('a zoom without any matching row shows all rows', () => {
  const zoom = { column: 'country', values: ['Nowhere'] };
  assert.equal(drawFocused('bar-countries', { zoom }), drawFocused('bar-countries', {}));
});

test('a zoom reduces chart, summary, rows of marks and data table alike', () => {
  const props = focusOn(fixture('bar-countries'), {
    zoom: { column: 'country', values: ['Spain', 'Poland'] },
  });
  const drawing = draw(props);
  const rows = /data-rows="([^"]*)"/.exec(drawing)?.[1]?.replaceAll('&quot;', '"') ?? '{}';
  assert.deepEqual(JSON.parse(rows).columns[0].values, ['Spain', 'Poland']);
  assert.match(
    labelOf(drawing),
    /Largest: Spain, 12\.9k\. Smallest: Poland, 9,980\. Showing Spain, Poland\./,
  );
  const table = renderToString(h(DataTable, props));
  assert.deepEqual(
    [...table.matchAll(/<th scope="row">([^<]*)/g)].map(([, name]) => name),
    ['Spain', 'Poland'],
  );
  assert.match(table, /Showing Spain, Poland</);
});

test('shares, ranks and levels in a zoom are those among all', () => {
  assert.match(drawFocused('pie-donut', { zoom: { column: 'channel', values: ['Referral'] } }), />23%</);
  assert.match(drawFocused('treemap', { zoom: { column: 'channel', values: ['Referral'] } }), />23% · /);
  assert.match(drawFocused('funnel', { zoom: { column: 'step', values: ['Added to basket'] } }), />17%</);
  const ranks = drawFocused('leaderboard', { zoom: { column: 'seller', values: ['Priya Raghunathan'] } });
  assert.match(labelOf(ranks), / 3\. Priya Raghunathan/);
  const percent = drawFocused('bar-percent', { zoom: { column: 'region', values: ['Search'] } });
  assert.match(percent, />100%</);
});

test('summaries name spans of time and members in the language of the viewer', () => {
  const props = focusOn(fixture('line-regions'), {
    zoom: { column: 'month', from: '2025-03-01', to: '2025-05-31' },
    highlight: [{ column: 'region', values: ['DACH', 'Iberia'] }],
  });
  assert.match(labelOf(draw(props)), /Showing Mar – May 2025\. Highlighted: DACH, Iberia\.$/);
  const german = { ...props, locale: createLocale({ language: 'de', currency: 'EUR' }) };
  assert.match(labelOf(draw(german)), /Gezeigt: .*2025\. Hervorgehoben: DACH, Iberia\.$/);
});

test('a summary compares a measure with that of the previous period', () => {
  assert.match(
    labelOf(draw(fixture('line-comparison'))),
    /Revenue, year before: €[\d.]+m in total, now €[\d.]+m \([+−][\d.]+%\)\./,
  );
});

const berlin = createLocale({ language: 'en-GB', timeZone: 'Europe/Berlin' });
const includes = (
  selection: Omit<Parameters<typeof memberTest>[0], 'column'>,
  type: Parameters<typeof memberTest>[1]['type'],
  value: Cell,
) => memberTest({ column: 'x', ...selection }, { type }, berlin)(value);

test('a range of dates includes its ends, on the clock of the viewer', () => {
  const range = { from: '2025-11-01', to: '2026-01-31' };
  assert.ok(includes(range, 'date', '2025-11-01'));
  assert.ok(includes(range, 'date', '2026-01-01'));
  assert.ok(!includes(range, 'date', '2025-10-01'));
  assert.ok(!includes(range, 'date', null));
  // Midnight of 1 November in Berlin, and an hour of the last day.
  assert.ok(includes(range, 'datetime', '2025-10-31T23:00:00.000Z'));
  assert.ok(includes(range, 'datetime', '2026-01-31T22:00:00.000Z'));
  assert.ok(!includes(range, 'datetime', '2026-01-31T23:00:00.000Z'));
  assert.ok(includes({ values: ['2025-11-01'] }, 'datetime', '2025-10-31T23:00:00.000Z'));
});

test('numbers are compared as numbers, whether they are written as texts or not', () => {
  assert.ok(includes({ from: 9, to: '100' }, 'integer', 20));
  assert.ok(!includes({ from: 9 }, 'integer', '3'));
  assert.ok(includes({ values: [2025] }, 'integer', '2025'));
  assert.ok(includes({ values: [true] }, 'boolean', true));
  assert.ok(!includes({ values: ['true'] }, 'string', null));
});

test('a selection keeps its date if the viewer switches the granularity', () => {
  const { result, ...props } = fixture('bar-months');
  const columns = result.columns.map((column) =>
    column.name === 'month' ? { ...column, name: 'ordered:month' } : column,
  );
  for (const column of ['ordered', 'ordered:month', 'ordered:quarter']) {
    const zoom = { column, from: '2025-02-01', to: '2025-03-01' };
    const drawing = draw(focusOn({ ...props, result: { ...result, columns } }, { zoom }));
    assert.match(labelOf(drawing), /Showing Feb – Mar 2025\.$/, column);
  }
});

test('kinds that have annotations draw them, and an annotation outside of a zoom is not drawn', () => {
  const annotated: readonly (readonly [string, string | number])[] = [
    ['area-stacked', '2025-05-01'],
    ['bar-months', '2025-05-01'],
    ['bar-countries', 'Spain'],
    ['bar-line', '2025-05-01'],
    ['bar-line-panels-names', 'Training'],
    ['box-plot', 'Sales'],
    ['box-plot-months', '2025-05-01'],
    ['heatmap-week', '12:00'],
    ['histogram', 80],
    ['line-year', '2025-05-01'],
    ['scatter-bubble', 60],
    ['waterfall', 'New'],
    ['waterfall-phone', 'New'],
  ];
  for (const [name, at] of annotated) {
    const props = fixture(name);
    assert.ok(props.chart.hasAnnotations, name);
    const options = { ...props.tile.options, annotations: [{ at, label: 'Here' }] };
    const noted = { ...props, tile: { ...props.tile, options } };
    assert.match(draw(noted), />Here</, name);
  }
  assert.ok(!draw(fixture('focus-line-zoom')).includes('Outside of the zoom'));
  assert.match(draw(fixture('focus-line-zoom')), />Price change</);
});

test('a highlighted or annotated value keeps its label where others have no room', () => {
  const { tile, ...props } = fixture('area-single');
  const [days, users] = props.result.columns;
  const row = 26;
  const at = String(days?.values[row]);
  const options = { ...tile.options, labels: 'all' as const };
  const labelled = { ...props, tile: { ...tile, options } };
  const value = (Number(users?.values[row]) / 1000).toFixed(1);
  const count = (drawing: string) => drawing.split(`>${value}k</text>`).length - 1;
  const before = count(draw(labelled));
  const annotated = { ...tile, options: { ...options, annotations: [{ at, label: 'Launch' }] } };
  assert.equal(count(draw(focusOn(labelled, highlight('day', at)))), before + 1);
  assert.equal(count(draw({ ...props, tile: annotated })), before + 1);
});
