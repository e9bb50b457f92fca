import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocale } from '../src/format/create-locale.ts';
import { formatChange, formatFull, formatShort, formatTick } from '../src/format/format-number.ts';
import type { Locale } from '../src/format/locale.ts';

const us: Locale = createLocale({ language: 'en-US', currency: 'USD' });
const german: Locale = createLocale({ language: 'de-DE', currency: 'EUR' });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('abbreviates large numbers to three significant digits', () => {
  assert.equal(formatShort(1_234_567, undefined, us), '1.23M');
  assert.equal(formatShort(12_345, undefined, us), '12.3K');
  assert.equal(formatShort(9_876, undefined, us), '9,876');
  assert.equal(formatShort(12.3456, undefined, us), '12.35');
  assert.equal(formatShort(0.00345, { kind: 'percent' }, us), '0.35%');
});

test("does not abbreviate if the tile's format says so", () => {
  assert.equal(formatShort(1_234_567, { kind: 'number', compact: false }, us), '1,234,567');
});

test("formats currencies in the viewer's language", () => {
  const euro = { kind: 'currency', currency: 'EUR' } as const;
  assert.equal(formatFull(1234.5, euro, us), '€1,234.50');
  assert.equal(formatFull(1234, euro, us), '€1,234');
  assert.equal(plain(formatFull(99.5, euro, german)), '99,50 €');
  assert.equal(plain(formatShort(1_250_000, euro, german)), '1,25 Mio. €');
});

test("uses the viewer's currency if the format names none", () => {
  assert.equal(formatFull(5, { kind: 'currency' }, us), '$5.00');
  assert.equal(plain(formatFull(5, { kind: 'currency' }, german)), '5,00 €');
});

test('keeps every digit of a decimal string beyond double precision', () => {
  assert.equal(formatFull('9007199254740993', { kind: 'number', decimals: 0 }, us), '9,007,199,254,740,993');
});

test('uses the Unicode minus sign', () => {
  assert.equal(formatFull(-5, undefined, us), '−5');
});

test('gives ticks as many decimals as needed to distinguish neighbors', () => {
  assert.deepEqual(
    [0, 250_000, 1_000_000, 1_250_000].map((tick) => formatTick(tick, 250_000, undefined, us)),
    ['0', '250K', '1.00M', '1.25M'],
  );
  assert.deepEqual(
    [0.005, 0.01].map((tick) => formatTick(tick, 0.005, { kind: 'percent' }, us)),
    ['0.5%', '1.0%'],
  );
  assert.deepEqual(
    [0, 0.5, 1].map((tick) => formatTick(tick, 0.5, { kind: 'number', unit: 'kg' }, us)).map(plain),
    ['0 kg', '0.5 kg', '1.0 kg'],
  );
});

test('signs a change and omits decimals of large ones', () => {
  assert.equal(formatChange(0.1234, us), '+12.3%');
  assert.equal(formatChange(-0.02, us), '−2%');
  assert.equal(formatChange(3.456, us), '+346%');
});
