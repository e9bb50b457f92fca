import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { TileChart } from '../src/tile-chart.ts';
import { hard } from './fixtures/hard.ts';
import type { DrawnProps } from './fixtures/make-fixture.ts';

const hardFixture = (wanted: string) => hard.find(({ name }) => name === wanted)?.props as DrawnProps;
const draw = (name: string, width: number, height = 300) =>
  renderToString(h(TileChart, { ...hardFixture(name), size: { width, height } }));

/** The position of a text, and where it starts or ends. */
function textAt(svg: string, wanted: string): { readonly x: number; readonly isEnd: boolean } {
  const found = [...svg.matchAll(/<text x="([\d.-]+)"([^>]*)>([^<]*)/g)].find(
    ([, , , text]) => text === wanted,
  );
  assert.ok(found, wanted);
  return { x: Number(found[1]), isEnd: (found[2] ?? '').includes('"end"') };
}

test('waterfall over time: names its total next to a time axis, without tilted names', () => {
  for (const width of [320, 480, 900]) {
    const svg = draw('hard-waterfall-gaps', width);
    assert.ok(!svg.includes('rotate('));
    assert.match(svg, />2025</);
    assert.match(svg, />Total</);
    assert.match(svg, /font-weight="600">€3.6m</);
  }
});

test('waterfall over time: periods without rows have a place', () => {
  const marks = [...draw('hard-waterfall-gaps', 900).matchAll(/data-mark=/g)];
  assert.equal(marks.length, 24 + 1);
});

test('waterfall with many steps: values that fit are written with their sign, the largest first', () => {
  const svg = draw('hard-waterfall-gaps', 480);
  assert.match(svg, />\+€326k</);
});

test('horizontal waterfall: a value is where its change leads to', () => {
  const svg = draw('hard-waterfall-negatives', 480);
  const [rise, fall] = [textAt(svg, '+€92k'), textAt(svg, '−€58k')];
  assert.deepEqual([rise.isEnd, fall.isEnd], [false, true]);
  const totals = textAt(svg, '−€42.8k');
  assert.ok(totals.isEnd && totals.x > textAt(svg, 'Total').x + 40);
});
