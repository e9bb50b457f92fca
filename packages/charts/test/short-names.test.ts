import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { chartKinds } from '../src/chart-kinds.ts';
import { TileChart, type TileProps } from '../src/tile-chart.ts';
import { drawnTexts } from './fixtures/drawn-texts.ts';
import { hard } from './fixtures/hard.ts';
import { dimension, measure, propsOf, resultOf } from './fixtures/make-fixture.ts';

const draw = (props: TileProps) => renderToString(h(TileChart, props));
/** What a reader sees, without what appears on hover. */
const prefix = 'Contoso Group International – ';

/** Stacked areas refuse the negative values of this result. */
const refused = new Set(['hard-area-names-two-units']);
/** Names along the axis, as parts, as points and in a legend. */
const named = hard.filter(({ name, props: { chart } }) => {
  const isNamed = /-(?:long-names|names-two-units|long-series)$/.test(name) && !refused.has(name);
  return isNamed && !chart.isTable && !['kpi', 'histogram', 'box-plot'].includes(chart.kind);
});

test('every kind with names is drawn with long ones', () => {
  const kinds = new Set(named.map(({ props }) => props.chart.kind));
  assert.equal(kinds.size, chartKinds.filter(({ isTable }) => !isTable).length - 3);
});

for (const { name, props } of named)
  test(`${name} draws the words that all names share once, and keeps them for tooltips`, () => {
    const svg = draw(props);
    const shared = drawnTexts(svg).filter((text) => text.includes('Contoso'));
    assert.deepEqual(shared, [`${prefix}…`]);
    assert.match(svg, /data-(?:mark|series)="[^"]*Contoso Group International – /);
  });

test('a chart that draws no names has no heading', () => {
  for (const { props } of hard.filter(({ name }) => /^hard-(?:histogram|box-plot)-long-names$/.test(name)))
    assert.doesNotMatch(drawnTexts(draw(props)).join(), /Contoso/);
});

const division = dimension(
  'division',
  'Division',
  ['Cloud', 'Energy', 'Training'].map((each) => prefix + each),
);
const result = resultOf([division, measure('revenue', 'Revenue', [3, 2, 1])]);

test('a message instead of a chart has no heading', () => {
  const nothing = resultOf([division, measure('revenue', 'Revenue', [null, null, null])]);
  assert.doesNotMatch(draw(propsOf('bar', 'Revenue', nothing)), /Contoso/);
});

test('a chart keeps its size when its names share words', () => {
  const svg = draw({ ...propsOf('bar', 'Revenue', result), size: { width: 400, height: 300 } });
  assert.match(svg, /viewBox="0 -22 400 300" width="400" height="300"/);
});

test('a low chart has no room for a heading', () => {
  const svg = draw({ ...propsOf('bar', 'Revenue', result), size: { width: 400, height: 120 } });
  assert.ok(!drawnTexts(svg).includes(`${prefix}…`));
});
