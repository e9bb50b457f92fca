import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { edgeTicks, readBins } from '../src/kinds/histogram/read-bins.ts';
import { TileChart } from '../src/tile-chart.ts';
import { fixtures } from './fixtures/fixtures.ts';
import { hard } from './fixtures/hard.ts';
import {
  type DrawnProps,
  dimension,
  type FixtureMore,
  measure,
  months,
  percent,
  propsOf,
  resultOf,
} from './fixtures/make-fixture.ts';

const draw = (props: DrawnProps) => renderToString(h(TileChart, props));
const hardChart = (name: string) => hard.find((each) => each.name === name)?.props as DrawnProps;
/** Texts at the start of the drawing, which name rows. */
const rowNames = (svg: string) =>
  [...svg.matchAll(/<text x="0" y="[\d.]+">([^<]+)/g)].map(([, name]) => name);

describe('Charts of names and times', () => {
  it('never tilt a text', () => {
    for (const { name, props } of [...fixtures, ...hard])
      assert.doesNotMatch(draw(props), /rotate\((?!-?90\))/, name);
  });

  it('say in a note how many of the names along a line are labeled', () => {
    assert.match(draw(hardChart('hard-line-sixty')), />Names labeled: \d+ of 60</);
    assert.doesNotMatch(draw(hardChart('hard-line-negatives')), /Names labeled/);
  });

  it('lie down where vertical bars would have no room for their names', () => {
    const props = hardChart('hard-bar-sixty');
    const tile = { ...props.tile, options: { orientation: 'vertical' as const } };
    assert.ok(rowNames(draw({ ...props, tile })).includes('Amsterdam 1'));
  });
});

describe('A heatmap', () => {
  const grid = (first: 'name' | 'time', more: FixtureMore = {}) => {
    const names = ['North', 'South', 'North', 'South'];
    const [january, february] = months(2) as [string, string];
    const time = dimension('month', 'Month', [january, january, february, february], 'date', 'month');
    const region = dimension('region', 'Region', names);
    const columns = first === 'name' ? [region, time] : [time, region];
    return propsOf('heatmap', 'T', resultOf([...columns, measure('n', 'N', [1, 2, 3, 4])]), more);
  };

  it('has time across and names at the start, whichever of them is X', () => {
    for (const first of ['name', 'time'] as const) {
      const svg = draw(grid(first));
      assert.deepEqual(rowNames(svg).slice(-2), ['North', 'South'], first);
      assert.match(svg, />Jan<\/text>/);
    }
  });

  it('keeps the X of its author for clicks and tooltips', () => {
    const svg = draw(grid('name'));
    assert.match(svg, /data-rows="\{&quot;dimension&quot;:\{&quot;name&quot;:&quot;region&quot;/);
    assert.match(svg, /data-mark="\[&quot;South&quot;,/);
    assert.match(svg, /data-series="\[\[&quot;January 2025&quot;/);
  });

  it('labels every row that it draws, and says how many it does not', () => {
    const svg = draw({
      ...hardChart('hard-heatmap-observations-time'),
      size: { width: 640, height: 240 },
    });
    const shown = Number(/Showing (\d+) of 20/.exec(svg)?.[1]);
    assert.equal([...svg.matchAll(/>No\. \d+</g)].length, shown);
  });
});

describe('A box plot', () => {
  it('has the names of its groups at the start, and says how many do not fit', () => {
    const svg = draw(hardChart('hard-box-plot-observations'));
    const shown = Number(/Showing (\d+) of 40/.exec(svg)?.[1]);
    assert.ok(shown > 5 && shown < 40);
    const boxes = [...svg.matchAll(/<rect [^>]*width="([\d.]+)" height="([\d.]+)"[^>]*fill-opacity/g)];
    assert.equal(boxes.length, shown);
    for (const [, width, height] of boxes) assert.ok(Number(width) > Number(height));
  });
});

describe('A bar-line chart', () => {
  const chart = (line: readonly number[], splitMeasures?: boolean) =>
    propsOf(
      'bar-line',
      'T',
      resultOf([
        dimension('month', 'Month', months(line.length), 'date', 'month'),
        measure(
          'orders',
          'Orders',
          line.map((_, index) => 100 + index),
        ),
        measure('rate', 'Rate', line, percent),
      ]),
      splitMeasures === undefined ? {} : { options: { splitMeasures } },
    );

  it('starts both axes at zero', () => {
    const svg = draw(chart([0.35, 0.41, 0.48]));
    assert.match(svg, />0%<\/text>/);
    assert.doesNotMatch(svg, /share a zero/);
  });

  it('says so in a note if its axes do not share a zero', () => {
    assert.match(
      draw(chart([0.981, 0.985, 0.99])),
      />The two axes do not share a zero: the second runs from 98/,
    );
  });

  it('says so beside a logarithmic axis too, but only if the second axis omits zero', () => {
    const logarithmic = (line: readonly number[]) => {
      const props = chart(line);
      return draw({ ...props, tile: { ...props.tile, options: { scale: 'log' } } });
    };
    assert.match(
      logarithmic([0.95, 0.97, 0.99]),
      />Logarithmic scale · The two axes do not share a zero: the second runs from/,
    );
    assert.doesNotMatch(logarithmic([0.2, 0.6, 0.9]), /share a zero/);
  });

  it('needs neither a second axis nor a note in two panels', () => {
    const svg = draw(chart([0.981, 0.985, 0.99], true));
    assert.doesNotMatch(svg, /share a zero|\(right\)/);
    assert.match(svg, />Rate</);
  });

  it('draws names that do not fit below bars at the left, with bars for each measure', () => {
    const svg = draw(hardChart('hard-bar-line-names-two-units'));
    assert.match(svg, />Revenue</);
    assert.match(svg, />Margin</);
    assert.match(svg, />−12%</);
  });
});

describe('The axis of a histogram', () => {
  it('has its ticks at the edges of bins, at round numbers', () => {
    const values = Array.from({ length: 200 }, (_, row) => ({ row, value: row * 0.37 }));
    const bins = readBins(values, { whole: false, most: 40, wanted: 15 });
    const edges = new Set([...bins.map(({ from }) => from), bins.at(-1)?.to]);
    const lists = edgeTicks(bins);
    assert.ok(lists.length > 1);
    for (const list of lists) assert.ok(list.every((tick) => edges.has(tick)));
  });

  it('labels integers in the middle of their bins', () => {
    const bins = readBins(
      [1, 2, 2, 3].map((value, row) => ({ row, value })),
      { whole: true, most: 40 },
    );
    assert.deepEqual(edgeTicks(bins)[0], [1, 2, 3]);
  });

  it('writes a single value in full', () => {
    const svg = draw(hardChart('hard-histogram-one-value'));
    assert.match(svg, />48,213</);
    assert.doesNotMatch(svg, />48\.2|>Median/);
  });
});
