import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { DataTable } from '../src/data-table.ts';
import type { WrittenMark } from '../src/parts/marks.ts';
import { errorState, loadingState } from '../src/parts/state.ts';
import { createTheme } from '../src/theme/create-theme.ts';
import { TileChart } from '../src/tile-chart.ts';
import { fixture, fixtures } from './fixtures/fixtures.ts';
import {
  type DrawnProps,
  dimension,
  euro,
  measure,
  months,
  propsOf,
  resultOf,
  wave,
} from './fixtures/make-fixture.ts';

const draw = (props: DrawnProps) => renderToString(h(TileChart, props));
const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const marksOf = (svg: string) =>
  [...svg.matchAll(/data-mark="([^"]*)"/g)].map((match) => JSON.parse(decode(match[1] ?? '')) as WrittenMark);
const labelOf = (svg: string) => decode(/aria-label="([^"]*)"/.exec(svg)?.[1] ?? '');

/** The drawing with positions from its own origin instead of that of moved groups, such as panels. */
function withoutGroups(svg: string): string {
  const origins = [{ x: 0, y: 0 }];
  return svg.replaceAll(
    /<\/g>|<g(?: [^>]*)?>|<(?:text|rect) x="(-?[\d.]+)" y="(-?[\d.]+)"/g,
    (tag, left?: string, top?: string) => {
      const { x, y } = origins.at(-1) ?? assert.fail();
      if (left !== undefined) return `${tag.slice(0, 5)} x="${Number(left) + x}" y="${Number(top) + y}"`;
      const [, right = 0, down = 0] = /translate\((\S+) (\S+)\)/.exec(tag)?.map(Number) ?? [];
      if (tag === '</g>') origins.pop();
      else origins.push({ x: x + right, y: y + down });
      return '';
    },
  );
}

test('draws a line of twelve months in less than 3 KB compressed', () => {
  const bytes = gzipSync(draw(fixture('line-year'))).length;
  assert.ok(bytes <= 3000, `${bytes} bytes`);
});

test('writes only finite coordinates for any data', () => {
  for (const { name, props } of fixtures) assert.doesNotMatch(draw(props), /NaN|Infinity|undefined/, name);
});

test('keeps every mark and text of a chart inside its box', () => {
  for (const { name, props } of fixtures.filter((each) => !each.props.chart.isTable)) {
    const svg = withoutGroups(draw(props).replaceAll(/<text [^>]*transform[^>]*>/g, ''));
    // A heading is above the chart, and a KPI is as high as its text.
    const [, top = NaN, height = NaN] = /viewBox="0 (-?\d+) [\d.]+ ([\d.]+)"/.exec(svg)?.map(Number) ?? [];
    for (const [, x, y] of svg.matchAll(/<text x="(-?[\d.]+)" y="(-?[\d.]+)"/g)) {
      assert.ok(Number(x) >= 0 && Number(x) <= props.size.width, `${name}: text at x ${x}`);
      assert.ok(Number(y) >= top && Number(y) <= top + height, `${name}: text at y ${y}`);
    }
    for (const [, x, y, w, rectHeight] of svg.matchAll(
      /<rect x="(-?[\d.]+)" y="(-?[\d.]+)" width="([\d.]+)" height="([\d.]+)"/g,
    )) {
      assert.ok(
        Number(x) >= -0.2 && Number(x) + Number(w) <= props.size.width + 0.2,
        `${name}: rect at x ${x}`,
      );
      assert.ok(
        Number(y) >= top - 0.2 && Number(y) + Number(rectHeight) <= top + height + 0.2,
        `${name}: rect at y ${y}`,
      );
    }
  }
});

test('summarizes a line chart in a sentence', () => {
  const label = labelOf(draw(fixture('line-year')));
  assert.match(
    label,
    /^Line chart: Revenue grew by a third in 2025\. Revenue went from €1\.02m in January 2025 to €1\.32m in December 2025 \(\+30%\)\. Highest: .*December 2025\. Lowest: .*January 2025\.$/,
  );
});

test('gives every chart an accessible name and hides its parts from assistive technology', () => {
  for (const { name, props } of fixtures.filter((each) => !each.props.chart.isTable)) {
    const svg = draw(props);
    assert.match(svg, /^<svg [^>]*role="(img|graphics-document)"/, name);
    assert.ok(labelOf(svg).includes(props.tile.title), name);
    assert.match(svg, /<g aria-hidden="true"/, name);
  }
});

test('puts the same numbers into the data table', () => {
  const html = renderToString(h(DataTable, fixture('line-year')));
  assert.equal(html.match(/<tr>/g)?.length, 13);
  assert.match(html, /<th scope="row">January 2025<\/th><td>€1,01\d,\d{3}<\/td>/);
});

test('has a mark for every month with the value of each series', () => {
  const svg = draw(fixture('line-regions'));
  const marks = marksOf(svg);
  assert.equal(marks.length, 12);
  const [label, x, items] = marks[0] as WrittenMark;
  assert.equal(label, 'January 2025');
  assert.equal(items.length, 5);
  assert.ok(x > 0 && items.every(([, y, text]) => y > 0 && text.startsWith('€')));
  const series = JSON.parse(decode(/data-series="([^"]*)"/.exec(svg)?.[1] ?? '')) as [string, string][];
  assert.deepEqual(series[1], ['DACH', createTheme().colors['series-2']]);
});

test('makes a chart focusable only if it has marks', () => {
  assert.match(draw(fixture('bar-countries')), /tabindex="0"/);
  assert.doesNotMatch(draw(fixture('kpi-comparison')), /tabindex/);
});

test('limits the number of marks of a chart with thousands of points', () => {
  assert.ok(marksOf(draw(fixture('line-thousands'))).length <= 200);
  assert.ok(draw(fixture('line-thousands')).length < 60_000);
});

test('leaves a gap for missing values and draws a dot for an isolated one', () => {
  const values = [1, 2, null, 4, null, 6, 7];
  const svg = draw(
    propsOf(
      'line',
      'T',
      resultOf([dimension('m', 'M', months(7), 'date', 'month'), measure('n', 'N', values)]),
    ),
  );
  const line = /<path d="([^"]*)" stroke="var\(--inlay-series-1/.exec(svg)?.[1] ?? '';
  assert.equal(line.match(/M/g)?.length, 2);
  assert.equal(svg.match(/<circle/g)?.length, 2);
});

test('shows the full text of a truncated label on hover', () => {
  assert.match(
    draw({ ...fixture('bar-long-names'), size: { width: 340, height: 240 } }),
    /<title>Hardware maintenance, spare parts and field repair<\/title>/,
  );
});

test('wraps a long name onto two lines if its bar is tall enough', () => {
  const tall = draw(fixture('bar-long-names'));
  assert.match(tall, />Hardware maintenance, spare parts and<.*>field repair</s);
  assert.doesNotMatch(tall, /…/);
});

test('draws every day of four months on a narrow tile', () => {
  const narrow = draw({ ...fixture('bar-days'), size: { width: 340, height: 240 } });
  assert.doesNotMatch(narrow, /Showing/);
});

test('mirrors a chart for right-to-left languages', () => {
  const svg = draw(fixture('line-arabic'));
  assert.match(svg, /direction="rtl"/);
  const marks = marksOf(svg);
  assert.ok((marks[0]?.[1] ?? 0) > (marks.at(-1)?.[1] ?? 0), 'time runs to the left');
});

test('reports how many categories do not fit', () => {
  assert.match(draw(fixture('bar-fifty')), /Showing \d+ of 50/);
  assert.match(draw(fixture('bar-truncated')), /Only the first 8 rows are shown/);
});

test('does not mention rows that the author excluded, unless the tile shows shares', () => {
  const limited = (name: string, limit: number) => {
    const props = fixture(name);
    const tile = { ...props.tile, query: { ...props.tile.query, limit } };
    return draw({ ...props, tile, result: { ...props.result, truncated: true } });
  };
  const note = /Only the first \d+ rows are shown/;
  for (const name of ['leaderboard', 'bar-countries', 'table'])
    assert.doesNotMatch(limited(name, fixture(name).result.rowCount), note, name);
  assert.match(limited('leaderboard', 100), note);
  assert.match(limited('pie-donut', fixture('pie-donut').result.rowCount), note);
});

test('suggests the next step when there is nothing to show', () => {
  const empty = draw(fixture('state-empty'));
  assert.match(empty, /Widen the date range or clear a filter/);
  const absent = draw(propsOf('bar', 'T', resultOf([dimension('x', 'X', ['a']), measure('n', 'N', [null])])));
  assert.match(absent, /No data/);
});

test('reports that there are no numbers to draw, or far too many', () => {
  assert.match(
    draw(propsOf('line', 'T', resultOf([dimension('x', 'X', ['a', 'b'])]))),
    /cannot show this data/,
  );
  const huge = Array.from({ length: 250_000 }, (_, i) => i);
  assert.match(
    draw(propsOf('line', 'T', resultOf([measure('n', 'N', huge)]))),
    /250,000 values are too many/,
  );
});

test('charts with too many series show the largest and report or sum up the rest', () => {
  const names = Array.from({ length: 120 }, (_, i) => `s${i}`);
  const result = resultOf([
    dimension(
      'x',
      'X',
      names.map(() => 'a'),
    ),
    dimension('s', 'S', names),
    measure(
      'n',
      'N',
      names.map((_, i) => i + 1),
    ),
  ]);
  const line = decode(draw(propsOf('line', 'T', result)));
  assert.match(line, /Showing 50 of 120/);
  const series = /data-series="(.*?)" data-rows/.exec(line)?.[1] ?? '';
  assert.match(series, /"s119"/);
  assert.doesNotMatch(series, /"s69"/);
  const stacked = draw(propsOf('bar', 'T', result, { options: { layout: 'stacked' } }));
  // The seven largest are drawn, and the sum of 1 to 113 is the rest.
  assert.ok(marksOf(stacked)[0]?.[2].some(([, , text]) => text === '6,441'));
  const twins = names.map((name) => `${name}${'x'.repeat(1500)}`);
  const table = draw(propsOf('table', 'T', resultOf([dimension('x', 'X', twins)])));
  assert.match(table, /x{900}…</);
});

test('a chart with thousands of values on both dimensions is not drawn', () => {
  const names = Array.from({ length: 6000 }, (_, i) => `n${i}`);
  const result = resultOf([
    dimension('x', 'X', names),
    dimension('s', 'S', names),
    measure(
      'n',
      'N',
      names.map(() => 1),
    ),
  ]);
  assert.match(draw(propsOf('line', 'T', result)), /300,000 values are too many/);
  assert.match(draw(propsOf('heatmap', 'T', result)), /36,000,000 values are too many/);
});

test('a wide table shows 200 columns and at most 20,000 cells per page', () => {
  const columns = Array.from({ length: 300 }, (_, i) =>
    measure(
      `m${i}`,
      `M${i}`,
      Array.from({ length: 150 }, () => i),
    ),
  );
  const table = draw(propsOf('table', 'T', resultOf(columns)));
  assert.match(table, /1–100 of 150 · Showing 200 of 300 columns/);
  assert.equal(table.match(/<th scope="col"/g)?.length, 200);
});

test('shows an error and a skeleton at the size of the chart', () => {
  const props = fixture('line-year');
  assert.match(
    renderToString(errorState(props, 'The warehouse is asleep.')),
    /viewBox="0 0 640 320".*The warehouse is asleep\./,
  );
  assert.match(renderToString(loadingState(props)), /viewBox="0 0 640 320".*aria-busy="true"/);
});

test('escapes names', () => {
  const svg = draw(
    propsOf(
      'bar',
      '<script>',
      resultOf([dimension('x', 'X', ['<img src=x onerror=alert(1)>', 'b']), measure('n', 'N', [1, 2])]),
    ),
  );
  assert.doesNotMatch(svg, /<img|<script/);
});

test('writes plain colors for standalone files', () => {
  const props = { ...fixture('bar-stacked'), theme: createTheme({ variables: false }) };
  assert.doesNotMatch(draw(props), /var\(/);
});

test('sorts a table as requested, with missing values last in both directions', () => {
  const props = fixture('table');
  const names = (direction: 'asc' | 'desc') =>
    [
      ...draw({ ...props, view: { sort: { by: 'revenue', direction } } }).matchAll(
        /<th scope="row">([^<]*)/g,
      ),
    ].map((match) => match[1]);
  assert.deepEqual(names('asc').slice(0, 2), ['Italy', 'Benelux']);
  assert.equal(names('asc').at(-2), 'France');
  assert.equal(names('desc').at(-2), 'France');
  assert.match(
    draw({ ...props, view: { sort: { by: 'margin', direction: 'asc' } } }),
    /data-column="margin" aria-sort="ascending"/,
  );
});

test('pages a table and shows the totals at the end', () => {
  const rows = 45;
  const props = propsOf(
    'table',
    'T',
    resultOf(
      [
        dimension(
          'x',
          'X',
          Array.from({ length: rows }, (_, i) => `Row ${i + 1}`),
        ),
        measure('n', 'N', wave(rows, 100, 10), euro),
      ],
      { totals: { n: 4500 } },
    ),
    { options: { pageSize: 20 } },
  );
  const last = draw({ ...props, view: { page: 3 } });
  assert.match(last, /Row 41.*Row 45.*<tfoot>.*Total.*€4,500.*41–45 of 45/);
  assert.doesNotMatch(last, /Row 40</);
});

test('tones a cell by its threshold', () => {
  assert.match(draw(fixture('table')), /data-tone="bad"><span class="inlay-tone inlay-bad">11\.8%/);
});

test('colors a change by whether higher is better', () => {
  assert.match(draw(fixture('kpi-comparison')), /fill="var\(--inlay-bad[^>]*>▲ 0\.4 pp/);
  assert.match(draw(fixture('kpi-spark')), /fill="var\(--inlay-good[^>]*>▲ 3\.3%/);
});

test('shows a change that rounds to zero as neutral', () => {
  const same = resultOf([measure('n', 'N', [200_001]), measure('before', 'N', [200_000], undefined, 'n')]);
  assert.match(labelOf(draw(propsOf('kpi', 'Orders', same))), /^Orders: 200k\. 0% vs\. previous period\.$/);
});

test('draws a tiny value as a sliver and zero as a hairline', () => {
  const svg = draw(
    propsOf(
      'bar',
      'T',
      resultOf([dimension('x', 'X', ['a', 'b', 'c']), measure('n', 'N', [1_000_000, 1, 0])]),
    ),
  );
  assert.equal(/<path d="([^"]*)" fill="var\(--inlay-series-1/.exec(svg)?.[1]?.match(/M/g)?.length, 3);
});

test('writes well-formed XML for standalone files', () => {
  for (const { name, props } of fixtures.filter((each) => !each.props.chart.isTable)) {
    for (const tag of draw(props).match(/<[^>]+>/g) ?? []) {
      assert.match(tag, /^<\/?[a-zA-Z]+(?:\s[\w:-]+="[^"<]*")*\s*\/?>$/, `${name}: ${tag}`);
    }
  }
});

test('distinguishes lines that share the neutral color, in the plot and in the legend', () => {
  const svg = draw(fixture('line-many-series'));
  const strokes = [...svg.matchAll(/<path d="M[^"]*"[^>]*stroke="var\(--inlay-neutral[^>]*>/g)].map(
    ([path]) => /stroke-dasharray="([^"]*)"/.exec(path)?.[1] ?? 'solid',
  );
  assert.equal(strokes.length, 8);
  assert.deepEqual(strokes.slice(0, 4).sort(), strokes.slice(4).sort());
  assert.equal(new Set(strokes).size, 4);
});

test('a scatter chart with values far from zero fills its plot', () => {
  const props = propsOf(
    'scatter',
    'T',
    resultOf([measure('a', 'A', [60, 75, 90]), measure('b', 'B', [600, 700, 900])]),
  );
  const places = marksOf(draw(props)).map(([, x]) => x);
  assert.ok(Math.min(...places) < props.size.width * 0.25, places.join(' '));
});

test('places the name of a reference line where no bar is behind it', () => {
  const labelAt = (svg: string) => Number(/<text x="([\d.]+)"[^>]*>Average/.exec(svg)?.[1]);
  const tickets = (values: readonly number[]) =>
    propsOf(
      'bar',
      'T',
      resultOf([dimension('team', 'Team', ['a', 'b', 'c', 'd']), measure('tickets', 'Tickets', values)]),
      { options: { referenceLines: [{ value: 'average', label: 'Average' }] } },
    );
  const half = tickets([]).size.width / 2;
  assert.ok(labelAt(draw(tickets([9, 8, 2, 1]))) > half);
  assert.ok(labelAt(draw(tickets([1, 2, 8, 9]))) < half);
});

test('makes room for a reference line above the bars if there are lines too', () => {
  const props = fixture('bar-line');
  const options = { ...props.tile.options, referenceLines: [{ value: 20_000, label: 'Goal' }] };
  const svg = draw({ ...props, tile: { ...props.tile, options } });
  const y = Number(/y="(-?[\d.]+)">Goal 20k/.exec(svg)?.[1]);
  assert.ok(y > 0 && y < props.size.height, `${y}`);
});

test('names a reference line correctly if the one before it has no value', () => {
  const at = dimension('m', 'M', months(2), 'date', 'month');
  const svg = draw(
    propsOf('bar-line', 'T', resultOf([at, measure('a', 'A', [null, null]), measure('b', 'B', [1, 2])]), {
      options: {
        referenceLines: [
          { value: 'average', label: 'Average' },
          { value: 5, label: 'Goal' },
        ],
      },
    }),
  );
  assert.match(svg, />Goal 5</);
  assert.doesNotMatch(svg, />Average/);
});
