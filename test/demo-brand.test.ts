import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { contrast } from '../packages/charts/src/theme/contrast.ts';

const file = new URL('../examples/host-app/public/brand.js', import.meta.url).href;
const { brandTokens } = (await import(file)) as {
  brandTokens(color: string, mode: 'light' | 'dark'): Readonly<Record<string, string>>;
};
const cards = { light: '#ffffff', dark: '#1b2123' };

describe('a brand color of the demo', () => {
  it('becomes readable tokens, whatever color it is', () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(color, fc.constantFrom('light', 'dark'), (brand, mode) => {
        const tokens = brandTokens(brand, mode);
        assert.ok(contrast(tokens.accent ?? '', cards[mode]) >= 4.5);
        for (const value of Object.values(tokens)) assert.match(value, /^#[0-9a-f]{6}$/);
        assert.equal(Object.keys(tokens).filter((name) => name.startsWith('ramp-')).length, 7);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps a color that is readable as it is', () => {
    assert.equal(brandTokens('#7b2fbf', 'light').accent, '#7b2fbf');
  });

  it('gives the series of a similar color the one that it replaces', () => {
    assert.equal(brandTokens('#e0115f', 'dark')['series-4'], '#7cc4a4');
    assert.equal(Object.keys(brandTokens('#235347', 'light')).length, 9);
  });
});
