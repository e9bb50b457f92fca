import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLocale } from '../src/format/create-locale.ts';
import { placeNames } from '../src/kinds/scatter/place-names.ts';
import { cutMiddle, truncate, wrap } from '../src/layout/fit-text.ts';
import { cutNames, layoutNames } from '../src/layout/name-labels.ts';
import { sharedPrefix } from '../src/layout/shared-prefix.ts';
import { textWidth } from '../src/layout/text-width.ts';
import { timeTicks } from '../src/layout/time-ticks.ts';
import { alignedAxes, axisOf, needsZero, valueAxis } from '../src/layout/value-axis.ts';
import { spread } from '../src/parts/end-labels.ts';
import { ticksAlong } from '../src/parts/tick-text.ts';
import { days, euro, months } from './fixtures/make-fixture.ts';

const britain = createLocale({ language: 'en-GB' });

test('truncates a name to its width and keeps one that fits', () => {
  const short = truncate('Hardware maintenance and repair', 100, 12);
  assert.ok(textWidth(short, 12) <= 100);
  assert.match(short, /^Hardware.*…$/);
  assert.equal(truncate('Sales', 100, 12), 'Sales');
});

test('a name that is too long is cut in its middle', () => {
  const short = cutMiddle('Contoso Group International – robotics', 120, 12);
  assert.ok(textWidth(short, 12) <= 120, short);
  assert.match(short, /^Contoso.*….*robotics$/);
  assert.equal(cutMiddle('Sales', 120, 12), 'Sales');
});

test('a cut keeps whole characters of any script', () => {
  const segmenter = new Intl.Segmenter();
  const graphemes = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);
  const letters = fc.constantFrom(
    'a',
    ' ',
    'é',
    'e\u0301',
    '東',
    '각',
    'न\u093f',
    'ก\u0e33',
    '👩‍👩‍👧',
    '🇩🇪',
    'ع',
    'بّ',
  );
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 30 }), fc.integer({ min: 20, max: 150 }), (list, width) => {
      const text = list.join('');
      for (const cut of [cutMiddle, truncate]) {
        const short = cut(text, width, 12);
        assert.ok(textWidth(short, 12) <= width, short);
        if (short === text) continue;
        const [start = [], end = []] = short.split('…').map(graphemes);
        const whole = graphemes(text);
        assert.deepEqual(start, whole.slice(0, start.length));
        assert.deepEqual(end, whole.slice(whole.length - end.length));
      }
    }),
  );
});

test('finds the words that nearly all names begin with', () => {
  const names = ['Cloud', 'Energy', 'Energy storage', 'Training'].map((name) => `Contoso Group – ${name}`);
  assert.equal(sharedPrefix(names), 'Contoso Group – ');
  assert.equal(sharedPrefix([...names, 'Other']), 'Contoso Group – ');
  assert.equal(sharedPrefix(['Other', ...names]), 'Contoso Group – ');
  assert.equal(sharedPrefix([...names, 'Other', 'None']), '');
});

test('keeps short prefixes, parts of words, and names that would be empty', () => {
  assert.equal(sharedPrefix(['Team 1', 'Team 2', 'Team 3']), '');
  assert.equal(sharedPrefix(['Internationalen', 'Internationaler', 'Internationales']), '');
  assert.equal(sharedPrefix(['Contoso Group ', 'Contoso Group Cloud', 'Contoso Group Energy']), '');
  assert.equal(sharedPrefix(['Contoso Group Cloud', 'Contoso Group Energy']), '');
});

test('wraps Chinese and Japanese between characters', () => {
  assert.deepEqual(wrap('東京都渋谷区神宮前', 61, 12, 3), ['東京都渋谷', '区神宮前']);
});

test('wraps at word boundaries within the given width', () => {
  const lines = wrap('Third-party marketplace commissions and fees', 90, 12, 3);
  assert.ok(lines.length <= 3 && lines.every((line) => textWidth(line, 12) <= 90), lines.join('|'));
});

test('covers any values with at most the requested number of round ticks', () => {
  const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(value, value, fc.integer({ min: 2, max: 6 }), (a, b, count) => {
      const [min, max] = [Math.min(a, b), Math.max(a, b)];
      fc.pre(max - min > 1e-6 || max === min);
      const axis = valueAxis({ min, max }, count, true);
      const dust = (max - min) * 1e-9;
      assert.ok(
        axis.min <= Math.min(0, min) + dust && axis.max >= Math.max(0, max) - dust,
        JSON.stringify(axis),
      );
      assert.ok(axis.ticks.length >= 2 && axis.ticks.length <= count * 1.2 + 1, JSON.stringify(axis));
      assert.ok(
        axis.ticks.some((tick) => tick === 0),
        JSON.stringify(axis),
      );
    }),
  );
});

test('a value axis supports the smallest doubles', () => {
  for (const min of [-1e-323, -5e-324, -1e-310])
    assert.deepEqual(valueAxis({ min, max: min }, 4, true).ticks, [min, 0]);
});

test('uses whole ticks for counts', () => {
  assert.deepEqual(valueAxis({ min: 0, max: 2 }, 5, true, true).ticks, [0, 1, 2]);
});

test('prefers quarters to halves and formats ticks without rounding noise', () => {
  assert.deepEqual(valueAxis({ min: 0, max: 1 }, 4, true).ticks, [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(valueAxis({ min: 0, max: 0.58 }, 6, true).ticks, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
});

test('a value axis has a gridline between its ends if there is room', () => {
  assert.deepEqual(valueAxis({ min: 0, max: 467_000 }, 3, true).ticks, [0, 250_000, 500_000]);
});

test('a value axis ends at values just beyond zero instead of at a tick beyond them', () => {
  const endsOf = (min: number, max: number) => {
    const axis = axisOf({ extent: { min, max }, zero: true }, 5);
    return [axis.min, axis.ticks[0], axis.ticks.at(-1), axis.max];
  };
  assert.deepEqual(endsOf(-0.12, 8_450_000), [-0.12, 0, 10_000_000, 10_000_000]);
  assert.deepEqual(endsOf(-8_450_000, 0.12), [-10_000_000, -10_000_000, 0, 0.12]);
  assert.deepEqual(endsOf(-1_000_000, 8_450_000), [-2_000_000, -2_000_000, 10_000_000, 10_000_000]);
});

test('omits zero only if a line would be flat otherwise', () => {
  assert.equal(needsZero({ min: 96, max: 99 }), false);
  assert.equal(needsZero({ min: 20, max: 99 }), true);
  assert.equal(needsZero({ min: -5, max: 4 }), true);
});

test('aligns the ticks and the zero of a second axis with the gridlines of the first', () => {
  const bars = { extent: { min: -20, max: 80 }, zero: true };
  const [first, second] = alignedAxes(bars, { extent: { min: -0.05, max: 0.4 }, zero: true }, 5);
  assert.equal(second.ticks.length, first.ticks.length);
  assert.equal(second.ticks.indexOf(0), first.ticks.indexOf(0));
  assert.ok(second.min <= -0.05 && second.max >= 0.4);
});

test('extends the axis of positive bars below zero for a line with some negative values', () => {
  const line = { extent: { min: -20, max: 80 }, zero: true };
  const [first, second] = alignedAxes({ extent: { min: 0, max: 1000 }, zero: true }, line, 5);
  assert.ok(first.ticks.indexOf(0) > 0);
  assert.equal(second.ticks.indexOf(0), first.ticks.indexOf(0));
});

test('two axes cover their values, and neither is more than twice as long as they are with zero', () => {
  const end = fc.oneof(
    fc.constant(0),
    fc.integer({ min: -300, max: 300 }),
    fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter((value) => Math.abs(value) > 1e-6),
  );
  const extent = fc.tuple(end, end).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
  fc.assert(
    fc.property(extent, extent, fc.integer({ min: 2, max: 6 }), (bars, line, count) => {
      const inputs = [
        { extent: bars, zero: true },
        { extent: line, zero: needsZero(line) },
      ] as const;
      for (const [index, axis] of alignedAxes(...inputs, count).entries()) {
        const { min, max } = (inputs[index] as (typeof inputs)[number]).extent;
        const range = Math.max(0, max) - Math.min(0, min);
        assert.ok(axis.min <= min + range * 1e-9 && axis.max >= max - range * 1e-9, JSON.stringify(axis));
        if (range > 0) assert.ok(axis.max - axis.min <= 2 * range + 1e-9 * range, JSON.stringify(axis));
      }
    }),
  );
});

test('spreads labels within the space and keeps their order', () => {
  const list = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(list, (wanted) => {
      const placed = spread(wanted, 15, 0, 200);
      const sorted = [...placed].sort((a, b) => a - b);
      for (let i = 1; i < sorted.length; i += 1)
        assert.ok((sorted[i] as number) - (sorted[i - 1] as number) >= 15 - 1e-9);
      assert.ok(
        sorted.every((y) => y >= -1e-9 && y <= 200 + 1e-9),
        sorted.join(),
      );
    }),
  );
});

test('lays names out only where they fit without cutting words', () => {
  assert.deepEqual(layoutNames(['Yes', 'No'], 80, 12, 90)?.lines, [['Yes'], ['No']]);
  const names = Array.from({ length: 40 }, (_, i) => `Department number ${i}`);
  assert.equal(layoutNames(names, 8, 12, 90), undefined);
});

test('cuts names into lines that fit their slots', () => {
  const { lines, height } = cutNames(['Donaudampfschifffahrtsgesellschaft', 'Oslo'], 60, 12, 50);
  for (const line of lines.flat()) assert.ok(textWidth(line, 11) <= 54, line);
  assert.match(lines[0]?.join(' ') ?? '', /…/);
  assert.ok(height <= 50);
});

test('shows the year under the first month and whenever it changes', () => {
  const times = months(14, 2024, 10).map((date) => Date.parse(date));
  const ticks = timeTicks(times, 'month', 900, false, britain, 12);
  assert.deepEqual(
    ticks.filter((tick) => tick.context !== '').map((tick) => `${tick.label} ${tick.context}`),
    ['Nov 2024', 'Jan 2025'],
  );
});

test('uses coarser ticks at smaller widths, on calendar boundaries', () => {
  const times = days(365).map((date) => Date.parse(date));
  const at = (width: number) => timeTicks(times, 'day', width, true, britain, 12).map((tick) => tick.label);
  assert.deepEqual(at(700).slice(0, 3), ['Jan', 'Feb', 'Mar']);
  assert.deepEqual(at(160), ['Jan', 'Apr', 'Jul', 'Oct']);
});

test('gives ticks only to buckets that exist', () => {
  const times = ['2025-01-06', '2025-01-20', '2025-02-10'].map((date) => Date.parse(date));
  for (const tick of timeTicks(times, 'week', 400, true, britain, 12))
    assert.equal(times[tick.index], tick.time);
});

test('never places a name over another name or another point', () => {
  const area = { left: 0, right: 300, top: 0, bottom: 200 };
  const spots = Array.from({ length: 25 }, (_, i) => ({
    x: 20 + ((i * 160.7) % 260),
    y: 20 + ((i * 71.3) % 160),
    r: 4,
    text: `Name ${i}`,
  }));
  const boxes = placeNames(spots, 11, area).map(({ x, y, text }) => ({
    x: x - textWidth(text, 11) / 2,
    y: y - 10,
    w: textWidth(text, 11),
    h: 13,
  }));
  assert.ok(boxes.length > 5);
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      assert.ok(a.x >= b.x + b.w || b.x >= a.x + a.w || a.y >= b.y + b.h || b.y >= a.y + a.h);
    }
  }
});

test('places the name of a large point next to it if its inside is covered', () => {
  const spots = [
    { x: 100, y: 100, r: 30, text: 'Iris' },
    { x: 108, y: 104, r: 26, text: 'Borealis' },
  ];
  const placed = placeNames(spots, 11, { left: 0, right: 300, top: 0, bottom: 200 });
  assert.deepEqual(
    placed.map(({ text, inside }) => [text, inside]),
    [
      ['Iris', false],
      ['Borealis', false],
    ],
  );
});

test('labels along an axis keep apart: if not all have room, every second or third has a label', () => {
  const props = (language: string, width: number) => ({
    size: { width, height: 100 },
    locale: createLocale({ language, currency: 'EUR' }),
  });
  const axis = { min: 0, max: 1_000_000, step: 500_000, ticks: [0, 500_000, 1_000_000] };
  const textsAt = (language: string, width: number) =>
    ticksAlong(props(language, width), axis, euro, (value) => (value / axis.max) * width).map(
      ({ text }) => text,
    );
  assert.deepEqual(textsAt('en-GB', 160), ['€0', '€500k', '€1.0m']);
  assert.equal(textsAt('ar-SA', 105).length, 2);
});
