import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { TileChart } from '../src/tile-chart.ts';
import { anyChart } from './fixtures/any-chart.ts';

for (const hasPanels of [false, true])
  test(`draws any result at any size ${hasPanels ? 'as small multiples ' : ''}without NaN, undefined or other invalid text`, () => {
    fc.assert(
      fc.property(anyChart({ hasPanels }), (props) => {
        const html = renderToString(h(TileChart, props));
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
