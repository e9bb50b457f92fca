import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Format } from '@inlay/protocol/format';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { createLocale } from '../src/format/create-locale.ts';
import type { WrittenMark } from '../src/parts/marks.ts';
import type { TileOptions } from '../src/tile.ts';
import { TileChart } from '../src/tile-chart.ts';
import { fixture } from './fixtures/fixtures.ts';
import {
  type DrawnProps,
  dimension,
  euro,
  measure,
  months,
  percent,
  propsOf,
  resultOf,
} from './fixtures/make-fixture.ts';

const draw = (props: DrawnProps) => renderToString(h(TileChart, props));
const labelOf = (svg: string) => /aria-label="([^"]*)"/.exec(svg)?.[1] ?? '';
const figure = (values: readonly (number | null)[], target: number | string, more: object = {}) =>
  labelOf(
    draw(
      propsOf(
        'kpi',
        'Revenue',
        resultOf([measure('n', 'N', values, euro), measure('plan', 'Plan', [500], euro)]),
        {
          size: { width: 280, height: 150 },
          options: { y: ['n'], target, ...more },
        },
      ),
    ),
  );

describe('a KPI with a target', () => {
  it('shows the share of the target and the difference', () => {
    assert.equal(
      labelOf(draw(fixture('kpi-target'))),
      'Revenue: €840k. +6.3% vs. previous period. 84% of €1m target. €160k below target.',
    );
    assert.equal(figure([600], 'plan'), 'Revenue: €600.00. 120% of €500.00 target. €100.00 above target.');
    assert.equal(figure([500], 'plan'), 'Revenue: €500.00. 100% of €500.00 target. On target.');
  });

  it('shows only the difference if a share is meaningless', () => {
    assert.equal(figure([600], 0), 'Revenue: €600.00. Target: €0.00. €600.00 above target.');
    assert.equal(figure([-600], -500), 'Revenue: −€600.00. Target: −€500.00. €100.00 below target.');
  });

  it('shows nothing if the target is missing', () => {
    assert.equal(figure([600], 'unknown'), 'Revenue: €600.00.');
    assert.equal(
      figure([null], 'plan'),
      'Revenue. No data. No rows match. Widen the date range or clear a filter.',
    );
  });

  it('is good news below its target if lower is better, unless thresholds say otherwise', () => {
    const tones = (options: object) =>
      [
        ...draw(
          propsOf('kpi', 'T', resultOf([measure('n', 'N', [80])]), {
            size: { width: 400, height: 150 },
            options: { target: 100, ...options },
          }),
        ).matchAll(/<text[^>]*fill="var\(--inlay-(good|warning|bad),/g),
      ].map(([, tone]) => tone);
    assert.deepEqual(tones({}), ['bad']);
    assert.deepEqual(tones({ goodDirection: 'down' }), ['good']);
    assert.deepEqual(tones({ thresholds: [{ from: 70, to: 90, tone: 'warning' }] }), ['warning', 'warning']);
  });

  it('compares the newest period with the target of that period, and a total with the total', () => {
    const result = resultOf([
      dimension('month', 'Month', months(3), 'date', 'month'),
      measure('n', 'N', [10, 20, 30]),
      measure('plan', 'Plan', [10, 20, 40]),
    ]);
    const said = (more: object) =>
      labelOf(draw(propsOf('kpi', 'T', { ...result, ...more }, { options: { target: 'plan' } })));
    assert.match(said({}), /75% of 40 target\. 10 below target\.$/);
    assert.match(said({ totals: { n: 60, plan: 70 } }), /86% of 70 target\. 10 below target\.$/);
  });

  it('is translated into every language', () => {
    const said = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt'].map((language) =>
      labelOf(
        draw({ ...fixture('kpi-target'), locale: createLocale({ language, currency: 'EUR' }) }),
      ).replaceAll(/[\d.,\s€٠-٩٫]+/g, ' '),
    );
    assert.equal(new Set(said).size, said.length);
  });
});

describe('a bullet chart', () => {
  const marksOf = (svg: string) =>
    [...svg.matchAll(/data-mark="([^"]*)"/g)].map(
      (match) => JSON.parse((match[1] ?? '').replaceAll('&quot;', '"')) as WrittenMark,
    );

  it('has a mark for each row, with value and target', () => {
    const marks = marksOf(draw(fixture('bullet')));
    assert.deepEqual(
      marks.map(([name, , items]) => [name, ...items.map(([, , text, rows]) => [text, rows])]).slice(0, 4),
      [
        ['Northern Europe', ['€1,284,300 · 107%', 0], ['€1,200,000', 0]],
        ['DACH', ['€1,102,950 · 96%', 1], ['€1,150,000', 1]],
        ['Iberia', ['€893,400 · 99%', 2], ['€900,000', 2]],
        ['Benelux', ['€701,200', 3]],
      ],
    );
  });

  it('states value and share of the target', () => {
    assert.match(
      labelOf(draw(fixture('bullet'))),
      /^Bullet chart: Revenue against plan\. Northern Europe: €1\.28m, 107% of €1\.2m target\. .* Benelux: €701k\. .* France: €150k, €150k above target\.$/,
    );
  });

  it('has no target that its author did not choose if the second measure has another unit', () => {
    const columns = [dimension('city', 'City', ['Oslo']), measure('revenue', 'Revenue', [840_000], euro)];
    const said = (rate: Format, options: TileOptions = {}) =>
      labelOf(
        draw(
          propsOf('bullet', 'T', resultOf([...columns, measure('rate', 'Rate', [500_000], rate)]), {
            options,
          }),
        ),
      );
    assert.match(said(percent), /Oslo: €840k\.$/);
    assert.match(said({ kind: 'currency', currency: 'USD' }), /Oslo: €840k\.$/);
    assert.match(said(euro), /Oslo: €840k, 168% of €500k target\.$/);
    assert.match(said(percent, { formats: { rate: euro } }), /168% of €500k target\.$/);
    assert.match(said(percent, { target: 'rate' }), /168% of €500k target\.$/);
  });

  it('draws a negative value on the other side of zero', () => {
    const svg = draw(fixture('bullet-negative'));
    const bars = [
      ...svg.matchAll(
        /<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="6" rx="1" fill="var\(--inlay-accent/g,
      ),
    ].map(([, x, width]) => [Number(x), Number(x) + Number(width)] as const);
    const zero = bars[1]?.[0] as number;
    const below = bars.at(-1) as readonly [number, number];
    assert.ok(Math.abs(below[1] - zero) < 0.2 && below[0] < zero);
  });
});
