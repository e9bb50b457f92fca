import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { TileKind } from '../src/chart-kinds.ts';
import type { TileOptions } from '../src/tile.ts';
import { TileChart } from '../src/tile-chart.ts';
import { hard } from './fixtures/hard.ts';
import type { DrawnProps } from './fixtures/make-fixture.ts';
import { readShapes } from './fixtures/read-shapes.ts';

const hardFixture = (wanted: string) => hard.find(({ name }) => name === wanted)?.props as DrawnProps;

function draw(name: string, size: { width: number; height: number }, options: TileOptions = {}) {
  const props = hardFixture(name);
  const tile = { ...props.tile, options: { ...props.tile.options, ...options } };
  return renderToString(h(TileChart, { ...props, tile, size }));
}

const seriesOf = (svg: string): readonly (readonly [name: string, color: string])[] =>
  JSON.parse((/data-series="([^"]*)"/.exec(svg)?.[1] ?? '[]').replaceAll('&quot;', '"'));

const sizes = [
  { width: 320, height: 240 },
  { width: 900, height: 360 },
];
/** The parts of a chart that stand for values, in its order. */
const bars = (svg: string, fill: RegExp) =>
  readShapes(svg).filter((shape) => !shape.isTarget && fill.test(shape.fill));

const lengthsOf = (svg: string, orientation: 'horizontal' | 'vertical') =>
  bars(svg, /series-1/).map(({ left, right, top, bottom }) =>
    orientation === 'vertical' ? bottom - top : right - left,
  );

describe('bars on a logarithmic scale', () => {
  for (const size of sizes)
    for (const orientation of ['horizontal', 'vertical'] as const)
      it(`show the smallest value, ${orientation}, at ${size.width} px`, () => {
        const svg = draw('hard-bar-magnitudes', size, { orientation, labels: 'none' });
        const lengths = lengthsOf(svg, orientation);
        assert.equal(lengths.length, 7);
        assert.ok(Math.min(...lengths) > Math.max(...lengths) / 20, lengths.join());
        assert.match(svg, /Zero or negative values not shown: 1/);
      });
});

describe('a value of zero', () => {
  const hairlines: readonly [TileKind, RegExp][] = [
    ['leaderboard', /accent/],
    ['bullet', /accent/],
    ['funnel', /series-1/],
  ];
  for (const [kind, fill] of hairlines)
    it(`is a hairline with its label in a ${kind}`, () => {
      const svg = draw(`hard-${kind}-negatives`, { width: 900, height: 480 });
      const widths = bars(svg, fill)
        .filter(({ name }) => name === 'rect')
        .map(({ left, right }) => Math.round(right - left));
      assert.ok(widths.includes(1), widths.join());
      assert.match(svg, />€0</);
    });

  for (const orientation of ['horizontal', 'vertical'] as const)
    it(`is a hairline with its label in ${orientation} bars`, () => {
      const svg = draw('hard-bar-negatives', { width: 900, height: 360 }, { orientation });
      assert.match(svg, />€0</);
      const lengths = lengthsOf(svg, orientation);
      assert.equal(lengths.length, 9);
      assert.equal(Math.round(lengths[3] ?? 0), 1);
    });
});

describe('Other', () => {
  const kinds = ['bar', 'leaderboard', 'bullet', 'funnel', 'pie'] as const;
  for (const kind of kinds)
    it(`is last and gray in a ${kind}, although it is the largest`, () => {
      const svg = draw(`hard-${kind}-others`, { width: 480, height: 400 });
      const names = [...svg.matchAll(/>(Amsterdam 1|Frankfurt am Main 6|Other)</g)].map(([, name]) => name);
      assert.deepEqual(names, ['Amsterdam 1', 'Frankfurt am Main 6', 'Other']);
      assert.ok(bars(svg, /--inlay-axis/).length > 0);
      assert.ok(!svg.includes('--inlay-neutral'));
    });

  it('has no rank in a leaderboard and no share of the first step in a funnel', () => {
    const leaderboard = draw('hard-leaderboard-others', { width: 480, height: 400 });
    assert.match(leaderboard, />6</);
    assert.ok(!leaderboard.includes('>7<'));
    const funnel = draw('hard-funnel-others', { width: 480, height: 500 });
    assert.match(funnel, />69%</);
    assert.ok(!funnel.includes('1,271%'));
  });

  it('combines series beyond the palette in stacked bars, whose largest parts have colors', () => {
    const size = { width: 900, height: 360 };
    const series = seriesOf(draw('hard-bar-grid', size, { layout: 'stacked' }));
    assert.equal(series.length, 8);
    assert.equal(series.at(-1)?.[0], 'Other');
    assert.ok(series.slice(0, -1).every(([, color]) => color.includes('--inlay-series-')));
  });

  it('does not dwarf bars side by side: the largest series are shown, with their number', () => {
    const svg = draw('hard-bar-twenty-series', { width: 900, height: 360 });
    const series = seriesOf(svg);
    assert.equal(series.length, 8);
    assert.ok(!series.some(([name]) => name === 'Other'));
    assert.match(svg, /Showing 8 of 20/);
  });
});

describe('bars side by side that do not fit', () => {
  it('are counted by both dimensions', () => {
    assert.match(
      draw('hard-bar-grid', { width: 900, height: 360 }),
      />Showing 8 of 40 \(City\) · Showing 3 of 9 \(Division\)</,
    );
  });
});

describe('a single value', () => {
  for (const name of ['hard-bar-one-value', 'hard-bar-one-month'])
    it(`is a horizontal bar near the top (${name})`, () => {
      const [bar] = bars(draw(name, { width: 900, height: 360 }), /series-1/);
      assert.ok(bar);
      assert.ok(bar.right - bar.left > 600);
      assert.ok(bar.bottom < 120);
    });

  it('is a donut without a line where it starts and ends', () => {
    const svg = draw('hard-pie-one-value', { width: 480, height: 300 });
    const ring = /<path d="([^"]*A[^"]*)" fill/.exec(svg)?.[1] ?? '';
    assert.equal(ring.match(/A/g)?.length, 4, 'two circles');
    assert.ok(!/[LHV]/.test(ring), 'no edge between them');
  });
});
