import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Grain, GrainSchema } from '@inlay/protocol/query';
import type { Cell, ResultColumn } from '@inlay/protocol/result';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { createLocale } from '../src/format/create-locale.ts';
import { createTheme } from '../src/theme/create-theme.ts';
import { TileKindSchema, type TileOptions } from '../src/tile.ts';
import { TileChart } from '../src/tile-chart.ts';

const grains: readonly (Grain | undefined)[] = [undefined, ...GrainSchema.enum];

const amount: fc.Arbitrary<Cell> = fc.oneof(
  fc.constant(null),
  fc.constant(0),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.double({ min: -1e-9, max: 1e-9, noNaN: true }),
  fc.constant('12345678901234567890.5'),
);
const moment = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });

const dimension = (rows: number, index: number): fc.Arbitrary<ResultColumn> =>
  fc.oneof(
    fc
      .tuple(
        fc.array(fc.oneof(fc.string({ maxLength: 60 }), fc.constant(null)), {
          minLength: rows,
          maxLength: rows,
        }),
      )
      .map(([values]) => ({
        name: `d${index}`,
        label: 'Name',
        type: 'string' as const,
        role: 'dimension' as const,
        values,
      })),
    fc
      .tuple(fc.array(moment, { minLength: rows, maxLength: rows }), fc.constantFrom(...grains))
      .map(([dates, grain]) => ({
        name: `d${index}`,
        label: 'Time',
        type: 'datetime' as const,
        role: 'dimension' as const,
        values: dates.map((date) => date.toISOString()),
        ...(grain && { grain }),
      })),
    fc.array(amount, { minLength: rows, maxLength: rows }).map((values) => ({
      name: `d${index}`,
      label: 'Number',
      type: 'number' as const,
      role: 'dimension' as const,
      values,
    })),
  );

const measure = (rows: number, index: number): fc.Arbitrary<ResultColumn> =>
  fc.record({
    name: fc.constant(`m${index}`),
    label: fc.string({ maxLength: 80 }),
    type: fc.constantFrom('number' as const, 'integer' as const, 'decimal' as const),
    role: fc.constant('measure' as const),
    format: fc.constantFrom(
      { kind: 'number' as const },
      { kind: 'percent' as const },
      { kind: 'currency' as const },
    ),
    values: fc.array(amount, { minLength: rows, maxLength: rows }),
  });

const bound = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
);

const options: fc.Arbitrary<TileOptions> = fc.record({
  layout: fc.constantFrom('grouped' as const, 'stacked' as const, 'percent' as const),
  orientation: fc.constantFrom('vertical' as const, 'horizontal' as const),
  donut: fc.boolean(),
  referenceLines: fc.constantFrom([], [{ value: 'average' as const, label: 'Average' }]),
  thresholds: fc.constantFrom([], [{ to: 0, tone: 'bad' as const }]),
  annotations: fc.constantFrom([], [{ at: '2010-01-01', label: 'Something happened' }]),
  xTitle: fc.constantFrom('', 'Along'),
  yTitle: fc.constantFrom('', 'Up'),
  scale: fc.constantFrom('linear' as const, 'log' as const),
  labels: fc.constantFrom('auto' as const, 'none' as const, 'all' as const),
  trend: fc.constantFrom('none' as const, 'linear' as const, 'moving-average' as const),
  ...Object.fromEntries(
    ['xMin', 'xMax', 'yMin', 'yMax'].map((name) => [name, fc.option(bound, { nil: undefined })]),
  ),
});

const input = fc.integer({ min: 0, max: 40 }).chain((rows) =>
  fc.record({
    kind: fc.constantFrom(...TileKindSchema.enum),
    rows: fc.constant(rows),
    dimensions: fc
      .integer({ min: 0, max: 2 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => dimension(rows, i)))),
    measures: fc
      .integer({ min: 0, max: 3 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => measure(rows, i)))),
    options,
    language: fc.constantFrom('en-US', 'de-DE', 'ar-EG', 'he-IL', 'ja-JP'),
    width: fc.integer({ min: 40, max: 1200 }),
    height: fc.integer({ min: 30, max: 600 }),
  }),
);

test('draws any result at any size without a word of nonsense', () => {
  fc.assert(
    fc.property(input, ({ kind, rows, dimensions, measures, options: chosen, language, width, height }) => {
      const html = renderToString(
        h(TileChart, {
          tile: {
            id: 't',
            title: 'T',
            kind,
            datasetId: 'd',
            query: { dimensions: [], measures: [] },
            options: chosen,
          },
          result: { columns: [...dimensions, ...measures], rowCount: rows, truncated: false },
          theme: createTheme(),
          locale: createLocale({ language, timeZone: 'America/New_York', fiscalYearStart: 7 }),
          size: { width, height },
        }),
      );
      // Names may say anything; attributes that place something may not.
      assert.doesNotMatch(
        html,
        /\s(?:x|y|cx|cy|r|d|width|height|transform|font-size)="[^"]*(?:NaN|Infinity|undefined|e[+-])/,
      );
      assert.doesNotMatch(html, /\s(?:r|width|height|font-size)="-/);
    }),
    { numRuns: 400 },
  );
});
