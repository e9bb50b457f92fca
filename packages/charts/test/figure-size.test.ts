import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLocale } from '../src/format/create-locale.ts';
import { figureSize } from '../src/parts/figure-size.ts';

const card = fc.record({
  size: fc.record(
    {
      width: fc.integer({ min: 40, max: 900 }),
      height: fc.integer({ min: 20, max: 500 }),
      narrowest: fc.integer({ min: 40, max: 900 }),
    },
    { requiredKeys: ['width', 'height'] },
  ),
  locale: fc.constantFrom('en-US', 'de-DE', 'ar-EG').map((language) => createLocale({ language })),
});

test('the card of a number does not grow again when it is drawn in the size that it needed', () => {
  fc.assert(
    fc.property(card, ({ size, locale }) => {
      const first = figureSize({ size, locale });
      assert.deepEqual(figureSize({ size: first.size, locale }), first);
    }),
  );
});

test('the number of a card has the size and the baseline of the narrowest card in its row', () => {
  fc.assert(
    fc.property(card, fc.integer({ min: 40, max: 900 }), ({ size: { width, height }, locale }, narrowest) => {
      const wide = figureSize({ size: { width, height, narrowest }, locale });
      const narrow = figureSize({ size: { width: narrowest, height }, locale });
      assert.deepEqual(wide, { ...narrow, size: { width, height: narrow.size.height, narrowest } });
    }),
  );
});
