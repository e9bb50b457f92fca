import assert from 'node:assert/strict';
import test from 'node:test';
import { exactCurves } from '../../../src/platform/render/draw-svg.ts';

test('draw SVG: converts quadratic curves to equivalent cubic ones', () => {
  assert.equal(exactCurves('M0 0Q3 0 3 3H9V0Q9 -3 6 -3Z'), 'M0 0C2 0 3 1 3 3H9V0C9 -2 8 -3 6 -3Z');
  assert.equal(exactCurves('M0 0Q3 0 3 3 3 6 6 6'), 'M0 0C2 0 3 1 3 3C3 5 4 6 6 6');
});

test('draw SVG: keeps other paths unchanged', () => {
  for (const d of ['M0 0L1 1Z', 'M1 1A5 5 0 0 1 9 9', 'm0 0q1 1 2 2']) assert.equal(exactCurves(d), d);
});
