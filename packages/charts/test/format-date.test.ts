import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocale } from '../src/format/create-locale.ts';
import { formatCell } from '../src/format/format-cell.ts';
import { formatBucket } from '../src/format/format-date.ts';
import type { Locale } from '../src/format/locale.ts';
import { readTime } from '../src/format/read-time.ts';
import { dimension } from './fixtures/make-fixture.ts';

const britain: Locale = createLocale({ language: 'en-GB' });
const march = Date.UTC(2025, 2, 10);

test('names a bucket by its grain', () => {
  assert.equal(formatBucket(march, 'month', britain), 'March 2025');
  assert.equal(formatBucket(march, 'quarter', britain), 'Q1 2025');
  assert.equal(formatBucket(march, 'quarter', createLocale({ language: 'fr-FR' })), 'T1 2025');
  assert.equal(formatBucket(march, 'week', britain), 'Week of 10 Mar 2025');
  assert.equal(formatBucket(march, 'year', britain), '2025');
  assert.equal(formatBucket(march, 'month', createLocale({ language: 'de-DE' })), 'März 2025');
});

test('names a fiscal year by the calendar year in which it ends', () => {
  const april: Locale = createLocale({ language: 'en-GB', fiscalYearStart: 4 });
  assert.equal(formatBucket(Date.UTC(2025, 3, 1), 'fiscal-quarter', april), 'Q1 FY26');
  assert.equal(formatBucket(Date.UTC(2025, 2, 1), 'fiscal-quarter', april), 'Q4 FY25');
  assert.equal(formatBucket(Date.UTC(2025, 0, 1), 'fiscal-year', britain), 'FY25');
});

test("shows an instant in the viewer's time zone, including on days with a clock change", () => {
  const berlin: Locale = createLocale({ language: 'en-GB', timeZone: 'Europe/Berlin' });
  const wall = (instant: string) => new Date(readTime(instant, 'datetime', berlin) ?? 0).toISOString();
  assert.equal(wall('2024-12-31T23:00:00Z'), '2025-01-01T00:00:00.000Z');
  assert.equal(wall('2025-03-30T00:30:00Z'), '2025-03-30T01:30:00.000Z');
  assert.equal(wall('2025-03-30T01:30:00Z'), '2025-03-30T03:30:00.000Z');
});

test('does not shift a date by the time zone', () => {
  const tokyo: Locale = createLocale({ language: 'en-GB', timeZone: 'Asia/Tokyo' });
  assert.equal(
    formatCell('2025-03-01', dimension('d', 'D', [], 'date', 'month'), undefined, tokyo),
    'March 2025',
  );
});

test('writes a dash for a missing measure and does not group the digits of a year', () => {
  const year = { ...dimension('year', 'Year', []), type: 'integer' as const };
  assert.equal(formatCell(2025, year, undefined, britain), '2025');
  assert.equal(formatCell(null, { ...year, role: 'measure' }, undefined, britain), '–');
});
