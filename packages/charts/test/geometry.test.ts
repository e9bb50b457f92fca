import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { chartKinds, type TileKind } from '../src/chart-kinds.ts';
import { createLocale } from '../src/format/create-locale.ts';
import type { WrittenMark } from '../src/parts/marks.ts';
import type { TileOptions } from '../src/tile.ts';
import { TileChart } from '../src/tile-chart.ts';
import { dimension, measure, months, propsOf, resultOf } from './fixtures/make-fixture.ts';
import { readShapes, type Shape } from './fixtures/read-shapes.ts';

type Values = readonly (number | null)[];

const amount = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: -1000, max: 1000 }) },
  { weight: 2, arbitrary: fc.integer({ min: -9_000_000, max: 9_000_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -999, max: 999 }).map((value) => value / 1000) },
);
const isKnown = (value: number | null) => value !== null;
const list: fc.Arbitrary<Values> = fc
  .oneof(
    fc.array(amount, { minLength: 1, maxLength: 9 }),
    // Values of one size, whose lengths can all be compared.
    fc.array(fc.oneof(fc.constant(null), fc.integer({ min: -50, max: 50 })), { minLength: 1, maxLength: 9 }),
  )
  .filter((values) => values.some(isKnown));
const language = fc.constantFrom('en-US', 'ar-EG');
const size = fc.record({
  width: fc.integer({ min: 260, max: 900 }),
  height: fc.integer({ min: 160, max: 500 }),
});

interface Drawing {
  readonly svg: string;
  readonly shapes: readonly Shape[];
  readonly forward: 1 | -1;
}

interface Drawn {
  readonly kind: TileKind;
  readonly lists: readonly Values[];
  readonly look: { readonly language: string; readonly size: { width: number; height: number } };
  readonly options?: TileOptions;
  readonly times?: boolean;
}

function draw({ kind, lists, look, options = {}, times = false }: Drawn): Drawing {
  const count = lists[0]?.length ?? 0;
  const x = times
    ? dimension('x', 'Month', months(count), 'date', 'month')
    : dimension(
        'x',
        'Name',
        Array.from({ length: count }, (_, index) => `n${index}`),
      );
  const columns = lists.map((values, index) => measure(`m${index}`, `M${index}`, values));
  const props = propsOf(kind, 'T', resultOf([x, ...columns]), {
    options,
    query: { sort: [{ by: 'x', direction: 'asc' }] },
    size: look.size,
    locale: createLocale({ language: look.language }),
  });
  const svg = renderToString(h(TileChart, props));
  return { svg, shapes: readShapes(svg), forward: look.language === 'ar-EG' ? -1 : 1 };
}

const look = fc.record({ language, size });
const known = (values: Values) => values.filter((value) => value !== null);
const rangeOf = (values: Values) => Math.max(0, ...known(values)) - Math.min(0, ...known(values));

/** The ends of marks by category and series. */
const placesOf = (svg: string) =>
  [...svg.matchAll(/ data-mark="([^"]*)"/g)].map(
    ([, text = '']): WrittenMark =>
      JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  );

const drawableKinds = chartKinds.filter(({ isTable }) => !isTable).map(({ kind }) => kind);

for (const kind of drawableKinds)
  test(`${kind}: every mark is inside the drawing, whatever the signs of its values`, () => {
    const options: fc.Arbitrary<TileOptions> = fc.record({
      layout: fc.constantFrom('grouped' as const, 'stacked' as const, 'percent' as const),
      orientation: fc.constantFrom('vertical' as const, 'horizontal' as const),
    });
    const lists = fc
      .tuple(list, list)
      .map(([a, b]) => [a, a.map((_, index) => b[index % b.length] ?? null)] as const);
    fc.assert(
      fc.property(
        lists,
        fc.integer({ min: 1, max: 2 }),
        look,
        options,
        fc.boolean(),
        (both, count, like, own, times) => {
          const { shapes } = draw({
            kind,
            lists: both.slice(0, count),
            look: like,
            options: own,
            times,
          });
          for (const shape of shapes)
            assert.ok(
              shape.left >= -1.5 &&
                shape.right <= like.size.width + 1.5 &&
                shape.top >= -1.5 &&
                shape.bottom <= like.size.height + 1.5,
              JSON.stringify(shape),
            );
        },
      ),
      { numRuns: 40 },
    );
  });

/** A bar as its length in the direction of positive values. */
type Bar = number;

/** Lengths are proportional to values, and point in the direction of their sign. */
function assertProportional(values: Values, bars: readonly Bar[], context: string): void {
  const shown = known(values);
  assert.equal(bars.length, shown.length, `${context}: ${bars.length} bars of ${shown.length} values`);
  const longest = Math.max(...shown.map(Math.abs));
  if (longest === 0) return;
  const scale = Math.max(...bars.map(Math.abs)) / longest;
  for (const [index, value] of shown.entries()) {
    const bar = bars[index] as number;
    assert.ok(Math.abs(Math.abs(bar) - Math.abs(value) * scale) <= 2.3, `${context}: ${value} has ${bar}`);
    if (value !== 0) assert.equal(Math.sign(bar), Math.sign(value), `${context}: ${value} points to ${bar}`);
  }
}

const barsUp = (shapes: readonly Shape[], fill: RegExp): readonly Bar[] =>
  shapes
    .filter((shape) => shape.name === 'path' && fill.test(shape.fill))
    .map(({ points, top, bottom }) => {
      const foot = points[0]?.y ?? 0;
      return foot - top > bottom - foot ? foot - top : foot - bottom;
    });

const barsAlong = (shapes: readonly Shape[], fill: RegExp, forward: 1 | -1): readonly Bar[] =>
  shapes
    .filter((shape) => shape.name === 'path' && fill.test(shape.fill))
    .map(({ points, left, right }) => {
      const foot = points[0]?.x ?? 0;
      return (right - foot > foot - left ? right - foot : left - foot) * forward;
    });

test('bar: lengths are proportional from one zero line, and negative bars point the other way', () => {
  fc.assert(
    fc.property(list, look, fc.boolean(), (values, { language: spoken, size: { width } }, isUp) => {
      const like = { language: spoken, size: { width, height: 300 } };
      const options: TileOptions = { orientation: isUp ? 'vertical' : 'horizontal', labels: 'none' };
      const { shapes, forward } = draw({ kind: 'bar', lists: [values], look: like, options });
      const fill = /series-1/;
      assertProportional(values, isUp ? barsUp(shapes, fill) : barsAlong(shapes, fill, forward), 'bar');
    }),
    { numRuns: 100 },
  );
});

test('leaderboard: bars start at one zero line, negative ones on the other side of it', () => {
  const few = list.map((values) => values.slice(0, 5)).filter((values) => values.some(isKnown));
  fc.assert(
    fc.property(few, look, (values, { language: spoken, size: { width } }) => {
      const { shapes, forward } = draw({
        kind: 'leaderboard',
        lists: [values],
        look: { language: spoken, size: { width, height: 300 } },
      });
      const bars = shapes.filter(
        ({ name, fill, top, bottom }) => name === 'rect' && /accent|bad/.test(fill) && bottom - top < 5,
      );
      // The line is where positive bars start and negative ones end.
      const starts = bars.map((bar, index) => {
        const isNegative = (known(values)[index] ?? 0) < 0;
        return isNegative === (forward === 1) ? bar.right : bar.left;
      });
      assert.ok(Math.max(...starts) - Math.min(...starts) <= 2.1, starts.join());
      const lengths = bars.map(({ left, right }, index) => {
        const zero = starts[index] as number;
        return ((left + right) / 2 < zero ? left - right : right - left) * forward;
      });
      assertProportional(values, lengths, 'leaderboard');
    }),
    { numRuns: 100 },
  );
});

test('bullet and funnel: bars are proportional, and no bar makes a negative value look positive', () => {
  fc.assert(
    fc.property(
      list.map((values) => values.slice(0, 4)).filter((values) => values.some(isKnown)),
      look,
      (values, like) => {
        const roomy = { ...like, size: { width: like.size.width, height: 400 } };
        const bullets = draw({ kind: 'bullet', lists: [values], look: roomy });
        const bars = bullets.shapes.filter(({ name, fill }) => name === 'rect' && fill.includes('accent'));
        const lengths = bars.map(({ left, right }) => right - left);
        assertProportional(
          values.map((value) => value && Math.abs(value)),
          lengths,
          'bullet',
        );
        const steps = draw({ kind: 'funnel', lists: [values], look: roomy });
        const drawnSteps = steps.shapes.filter(
          ({ name, fill }) => name === 'rect' && fill.includes('series-1'),
        );
        const above = values.map((value) => value && Math.max(0, value));
        assertProportional(
          above,
          drawnSteps.map(({ left, right }) => right - left),
          'funnel',
        );
        assert.deepEqual(
          drawnSteps.map(({ left, right }) => right > left),
          // Zero is a hairline.
          known(values).map((value) => value >= 0),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('waterfall: each change starts where the one before it ended, and a missing value has no bar', () => {
  fc.assert(
    fc.property(list, look, (values, { language: spoken, size: { height } }) => {
      const wide = { language: spoken, size: { width: 900, height } };
      const { svg, shapes } = draw({ kind: 'waterfall', lists: [values], look: wide });
      const bars = shapes.filter(({ name, fill }) => name === 'path' && /good|bad|neutral/.test(fill));
      const changes = known(values);
      assert.equal(bars.length, changes.length + 1, 'a bar for each value and the total');
      const total = changes.reduce((sum, value) => sum + value, 0);
      const levels = changes.map((_, index) =>
        changes.slice(0, index).reduce((sum, value) => sum + value, 0),
      );
      const reach = [0, total, ...levels];
      const span = Math.max(...reach) - Math.min(...reach);
      const heights = barsUp(shapes, /good|bad|neutral/);
      const scale =
        Math.max(...heights.map(Math.abs)) / Math.max(...[...changes, total].map(Math.abs), 1e-12);
      for (const [index, change] of [...changes, total].entries())
        if (Math.abs(change) > span / 100)
          assert.ok(Math.abs((heights[index] as number) - change * scale) <= 2.3, `${change}`);
      for (const [index, bar] of bars.slice(1, -1).entries()) {
        const before = bars[index] as Shape;
        const end = (changes[index] as number) >= 0 ? before.top : before.bottom;
        const start = (changes[index + 1] as number) >= 0 ? bar.bottom : bar.top;
        assert.ok(Math.abs(start - end) <= 2.3, `${start} after ${end}`);
      }
      const marks = placesOf(svg);
      for (const [index, value] of values.entries())
        if (value === null) assert.deepEqual(marks[index]?.[2], [], 'a gap has no value');
    }),
    { numRuns: 100 },
  );
});

test('pie: angles are proportional to the values above zero', () => {
  fc.assert(
    fc.property(list, look, (values, like) => {
      const positive = known(values).filter((value) => value > 0);
      fc.pre(positive.length > 1 && positive.length <= 4);
      // A full turn is drawn as two halves.
      fc.pre(Math.max(...positive) < 0.999 * positive.reduce((all, value) => all + value, 0));
      const { shapes } = draw({
        kind: 'pie',
        lists: [values],
        look: { ...like, size: { width: 600, height: 300 } },
        options: { donut: false },
      });
      const sum = positive.reduce((all, value) => all + value, 0);
      const slices = shapes.filter(({ name, fill }) => name === 'path' && fill.includes('series-'));
      const turns = slices.map(({ points: [from, to] }) => {
        const angle = (point: { x: number; y: number } | undefined) =>
          Math.atan2(point?.x ?? 0, -(point?.y ?? 0)) / (2 * Math.PI);
        return (angle(to) - angle(from) + 1) % 1;
      });
      const expected = positive.toSorted((a, b) => b - a).map((value) => value / sum);
      for (const [index, share] of expected.entries())
        assert.ok(Math.abs((turns[index] ?? 0) - share) < 0.01, `${turns} of ${expected}`);
    }),
    { numRuns: 60 },
  );
});

/** Kinds whose value axis includes zero or may omit it, with the values that it has to cover. */
const onAxis: readonly { kind: TileKind; options?: TileOptions; times?: boolean; measures: 1 | 2 }[] = [
  { kind: 'line', times: true, measures: 1 },
  { kind: 'area', times: true, measures: 1 },
  { kind: 'bar', options: { orientation: 'vertical' }, measures: 1 },
  { kind: 'bar', options: { orientation: 'vertical', layout: 'grouped' }, measures: 2 },
  { kind: 'bar-line', times: true, measures: 2 },
];

for (const { kind, options = {}, times = false, measures } of onAxis)
  test(`${kind} with ${measures} measures: values with zero fill at least half of each axis`, () => {
    fc.assert(
      fc.property(list, list, look, (first, second, like) => {
        const lists = [first, first.map((_, index) => second[index % second.length] ?? null)].slice(
          0,
          measures,
        );
        fc.pre(lists.every((values) => values.some(isKnown)));
        const { svg, shapes } = draw({ kind, lists, look: like, options, times });
        const plot = shapes.find(({ isTarget }) => isTarget);
        const marks = placesOf(svg);
        const axes = kind === 'bar-line' ? lists.map((values) => [values]) : [lists];
        for (const [axis, together] of axes.entries()) {
          const all = together.flat();
          const places = marks.flatMap(([, , items], index) =>
            items.flatMap(([series, y]) => {
              const own = kind === 'bar-line' ? axis : series;
              if (kind === 'bar-line' && series !== axis) return [];
              return [{ y, value: lists[own]?.[index] ?? 0 }];
            }),
          );
          const ordered = places.toSorted((a, b) => a.value - b.value);
          const [low, high] = [ordered[0], ordered.at(-1)];
          const range = rangeOf(all);
          if (!plot || !low || !high || range === 0 || high.value - low.value < range * 0.05) continue;
          const scale = (low.y - high.y) / (high.value - low.value);
          for (const { y, value } of places)
            assert.ok(Math.abs(low.y - (value - low.value) * scale - y) < 1.5, `${value} is at ${y}`);
          // Labels of bars have up to 18 pixels of their own.
          const room = plot.bottom - plot.top - 18;
          assert.ok(scale * range >= room / 2 - 3, `${scale * range} of ${room}`);
        }
      }),
      { numRuns: 80 },
    );
  });

test('stacked bars: each part is as long as its value or share, negative ones on the other side of zero', () => {
  const layouts = fc.record({
    layout: fc.constantFrom('stacked' as const, 'percent' as const),
    orientation: fc.constantFrom('vertical' as const, 'horizontal' as const),
  });
  fc.assert(
    fc.property(list, list, look, layouts, (first, second, { language: spoken, size: { width } }, own) => {
      const lists = [first, first.map((_, index) => second[index % second.length] ?? null)];
      fc.pre(lists.every((values) => values.some(isKnown)));
      const like = { language: spoken, size: { width, height: 340 } };
      const options: TileOptions = { ...own, labels: 'none' };
      const { shapes, forward } = draw({ kind: 'bar', lists, look: like, options });
      const paths = shapes.filter(({ name, points }) => name === 'path' && points.length === 4);
      const bars = [/series-1/, /series-2/].flatMap((fill) =>
        own.orientation === 'vertical' ? barsUp(paths, fill) : barsAlong(paths, fill, forward),
      );
      const whole = (index: number) =>
        own.layout === 'stacked'
          ? 1
          : lists.reduce((sum, values) => sum + Math.abs(values[index] ?? 0), 0) || 1;
      const expected = lists.map((values) => values.map((value, index) => value && value / whole(index)));
      assertProportional(expected.flat(), bars, 'stack');
    }),
    { numRuns: 80 },
  );
});

test('stacked 100% areas: the end of each layer is the share of the series up to it', () => {
  const counts = fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(counts, counts, look, (first, second, like) => {
      const options: TileOptions = { layout: 'percent' };
      const { svg, shapes } = draw({
        kind: 'area',
        lists: [first, second],
        look: like,
        options,
        times: true,
      });
      const plot = shapes.find(({ isTarget }) => isTarget) as Shape;
      for (const [index, [, , items]] of placesOf(svg).entries()) {
        const whole = (first[index] as number) + (second[index] as number) || 1;
        const ends = [
          (first[index] as number) / whole,
          ((first[index] as number) + (second[index] as number)) / whole,
        ];
        for (const [series, y] of items) {
          const expected = plot.bottom - (ends[series] as number) * (plot.bottom - plot.top);
          assert.ok(Math.abs(y - expected) < 1, `${y} instead of ${expected}`);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('stacked areas: refuse negative values with the reason and what to use instead', () => {
  const values = [
    [3, 4, 5],
    [2, -1, 2],
  ];
  const like = { language: 'en-US', size: { width: 600, height: 300 } };
  assert.match(draw({ kind: 'area', lists: values, look: like, times: true }).svg, /Use stacked bars/);
  assert.doesNotMatch(
    draw({ kind: 'area', lists: values.slice(1), look: like, times: true }).svg,
    /Use stacked bars/,
  );
});

test('a value too far outside of the axis for a number keeps its mark', () => {
  const result = resultOf([measure('m', 'M', ['12345678901234567890.5', 0])]);
  const options = { yMin: -1e-300, yMax: 0 };
  const svg = renderToString(h(TileChart, propsOf('line', 'T', result, { options })));
  assert.doesNotMatch(svg, /Infinity|NaN/);
  assert.match(svg, /12,345,678,901,234,567,000/);
});
