import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runsOf } from '../src/data/downsample.ts';
import { foldSeries } from '../src/data/fold-series.ts';
import { readSeries } from '../src/data/read-series.ts';
import { stackSeries } from '../src/data/stack-series.ts';
import { readFigure } from '../src/kinds/kpi/read-figure.ts';
import { toneOf } from '../src/parts/thresholds.ts';
import { dimension, euro, measure, months, propsOf, resultOf } from './fixtures/make-fixture.ts';

test('downsamples points without losing the ends or any peak', () => {
  const list = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 3000 });
  fc.assert(
    fc.property(list, (values) => {
      const places = values.map((_, index) => index * 3);
      const [kept = []] = runsOf(values, places, 50);
      const drawn = kept.map((index) => values[index] as number);
      assert.ok(kept.length <= 104 || values.length <= 100);
      assert.equal(kept[0], 0);
      assert.equal(kept.at(-1), values.length - 1);
      assert.equal(Math.max(...drawn), Math.max(...values));
      assert.equal(Math.min(...drawn), Math.min(...values));
      for (let i = 1; i < kept.length; i += 1) assert.ok((kept[i] ?? 0) > (kept[i - 1] ?? 0));
    }),
    { numRuns: 50 },
  );
});

test('breaks a line where a value is absent', () => {
  const values = [1, 2, null, 4, null, null, 7, 8];
  assert.deepEqual(
    runsOf(
      values,
      values.map((_, index) => index),
      50,
    ),
    [[0, 1], [3], [6, 7]],
  );
});

test('turns long rows into one series per value and sorts by time', () => {
  const data = readSeries(
    propsOf(
      'line',
      'T',
      resultOf([
        dimension('month', 'Month', ['2025-02-01', '2025-01-01', '2025-01-01'], 'date', 'month'),
        dimension('region', 'Region', ['North', 'North', 'South']),
        measure('n', 'N', [2, 1, 5]),
      ]),
    ),
  );
  assert.deepEqual(
    data.series.map((series) => [series.name, series.values]),
    [
      ['North', [1, 2]],
      ['South', [5, null]],
    ],
  );
  assert.equal(data.label(0), 'January 2025');
});

test('reads decimals sent as text', () => {
  const data = readSeries(
    propsOf(
      'bar',
      'T',
      resultOf([dimension('x', 'X', ['a', 'b']), { ...measure('n', 'N', []), values: ['12.50', 'oops'] }]),
    ),
  );
  assert.deepEqual(data.series[0]?.values, [12.5, null]);
});

test('merges categories beyond the palette into one and keeps the sum', () => {
  const names = Array.from({ length: 12 }, (_, i) => `S${i}`);
  const props = propsOf(
    'bar',
    'T',
    resultOf([
      dimension(
        'x',
        'X',
        names.map(() => 'all'),
      ),
      dimension('s', 'S', names),
      measure(
        'n',
        'N',
        names.map((_, i) => i + 1),
      ),
    ]),
  );
  const folded = foldSeries(props, readSeries(props));
  assert.equal(folded.series.length, 8);
  assert.equal(folded.series.at(-1)?.name, 'Other');
  assert.equal(
    folded.series.reduce((sum, series) => sum + (series.values[0] ?? 0), 0),
    78,
  );
});

test('stacks negative values downward and scales 100% stacks to one', () => {
  const props = propsOf(
    'bar',
    'T',
    resultOf([
      dimension('x', 'X', ['a']),
      measure('p', 'P', [30]),
      measure('n', 'N', [-10]),
      measure('q', 'Q', [60]),
    ]),
  );
  const data = readSeries(props);
  assert.deepEqual(
    stackSeries(data, false).map((layer) => layer[0]),
    [
      { from: 0, to: 30 },
      { from: 0, to: -10 },
      { from: 30, to: 90 },
    ],
  );
  const percent = stackSeries(data, true).map((layer) => (layer[0]?.to ?? 0) - (layer[0]?.from ?? 0));
  assert.ok(Math.abs(percent.reduce((sum, part) => sum + Math.abs(part), 0) - 1) < 1e-9);
});

test('shows the total in a KPI, or else the newest bucket compared with the one before', () => {
  const columns = [
    dimension('month', 'Month', months(3), 'date', 'month'),
    measure('n', 'N', [10, 20, 30], euro),
  ];
  const newest = readFigure(propsOf('kpi', 'T', resultOf(columns)));
  assert.deepEqual([newest?.value, newest?.before, newest?.beforeLabel], [30, 20, 'February 2025']);
  const total = readFigure(propsOf('kpi', 'T', resultOf(columns, { totals: { n: 60 } })));
  assert.deepEqual([total?.value, total?.before, total?.period], [60, null, 'January 2025 – March 2025']);
});

test('gives a value the tone of its threshold', () => {
  const thresholds = [
    { to: 0, tone: 'bad' as const },
    { column: 'margin', from: 0, to: 10, tone: 'warning' as const },
  ];
  assert.equal(toneOf(-1, thresholds, 'margin'), 'bad');
  assert.equal(toneOf(0, thresholds, 'margin'), 'warning');
  assert.equal(toneOf(10, thresholds, 'margin'), undefined);
  assert.equal(toneOf(5, thresholds, 'other'), undefined);
});
