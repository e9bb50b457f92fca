import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLocale } from '../src/format/create-locale.ts';
import { readTime } from '../src/format/read-time.ts';

const locale = createLocale({ language: 'en' });
const parsed = (text: string) => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
};

test('parses dates and instants', () => {
  const dates = fc.date({
    min: new Date(-60_000_000_000_000),
    max: new Date(200_000_000_000_000),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, (date) => {
      const text = date.toISOString();
      assert.equal(readTime(text, 'datetime', locale), date.getTime());
      assert.equal(readTime(text.slice(0, 10), 'date', locale), parsed(text.slice(0, 10)));
      assert.equal(
        readTime(text.replace(/\.\d+Z/, 'Z'), 'datetime', locale),
        parsed(text.replace(/\.\d+Z/, 'Z')),
      );
    }),
    { numRuns: 2000 },
  );
});

for (const text of [
  '2024-02-29',
  '2025-13-01',
  '0000-01-01',
  '2025-01-01T24:00:00Z',
  '2025-01-01T10:00:00.123456Z',
  '2025-01-01T10:00:00+02:00',
  '2025-01-01T10:00:00 1Z',
  '2025-01-01T10:00:00',
  'yesterday',
]) {
  test(`parses ${text} as a calendar date, or rejects it`, () => {
    assert.equal(readTime(text, 'datetime', locale), parsed(text));
  });
}
