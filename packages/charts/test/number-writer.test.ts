import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { numberWriter } from '../src/format/number-writer.ts';

const languages = [
  'en-GB',
  'de-DE',
  'de-CH',
  'fr-FR',
  'es-ES',
  'pl-PL',
  'pt-PT',
  'en-IN',
  'ja-JP',
  'ar-SA',
  'he-IL',
  'fa',
];
const styles: readonly Intl.NumberFormatOptions[] = [
  {},
  { style: 'percent' },
  { style: 'currency', currency: 'EUR', currencyDisplay: 'narrowSymbol' },
  { style: 'currency', currency: 'JPY' },
  { style: 'currency', currency: 'KWD' },
  { notation: 'compact', maximumSignificantDigits: 3 },
];
const digits: readonly Intl.NumberFormatOptions[] = [
  {},
  { minimumFractionDigits: 0, maximumFractionDigits: 0 },
  { minimumFractionDigits: 0, maximumFractionDigits: 2 },
  { minimumFractionDigits: 1, maximumFractionDigits: 1 },
  { minimumFractionDigits: 2, maximumFractionDigits: 4 },
  { minimumFractionDigits: 7, maximumFractionDigits: 7 },
];
// Amounts as people have them, halves of the last digit among them, and whatever a double may be.
const numbers = fc.oneof(
  fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
  fc.integer({ min: -20_000_000, max: 20_000_000 }).map((number) => number / 1000),
  fc.integer({ min: -20_000, max: 20_000 }).map((number) => number / 8),
  fc.double({ noNaN: false }),
);

test('formats every number like Intl, with a Unicode minus and no negative zero', () => {
  const ways = languages.flatMap((language) =>
    styles.flatMap((style) => digits.map((decimals) => ({ language, options: { ...style, ...decimals } }))),
  );
  for (const { language, options } of ways) {
    const write = numberWriter(language, options);
    const intl = new Intl.NumberFormat(language, { signDisplay: 'negative', ...options });
    fc.assert(
      fc.property(numbers, (number) => {
        const expected = intl.format(number).replace('-', '−');
        assert.equal(write(number), expected);
        assert.equal(write(String(number)), intl.format(String(number) as never).replace('-', '−'));
      }),
      { numRuns: 60 },
    );
  }
});

test('formats a decimal string beyond double precision exactly', () => {
  assert.equal(
    numberWriter('en', { maximumFractionDigits: 2 })('90071992547409931.25'),
    '90,071,992,547,409,931.25',
  );
});

test('rounds halves by their decimal digits, not their binary value', () => {
  const write = numberWriter('en', { maximumFractionDigits: 2 });
  assert.deepEqual([1.005, 2.675, -1.005].map(write), ['1.01', '2.68', '−1.01']);
  assert.equal(numberWriter('en', { style: 'percent' })(0.295), '30%');
});
