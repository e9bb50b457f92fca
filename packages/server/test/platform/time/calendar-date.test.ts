import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  BUCKET,
  bucketStart,
  type DateGrain,
  shiftBetween,
  shiftDate,
} from '../../../src/platform/time/calendar-date.ts';

const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 4 } as const;

test('bucketStart: returns the first day of a bucket of each grain', () => {
  const start = (grain: DateGrain) => bucketStart('2026-02-18', grain, calendar);
  assert.equal(start('day'), '2026-02-18');
  assert.equal(start('week'), '2026-02-16');
  assert.equal(bucketStart('2026-02-18', 'week', { ...calendar, weekStart: 7 }), '2026-02-15');
  assert.equal(start('month'), '2026-02-01');
  assert.equal(start('quarter'), '2026-01-01');
  assert.equal(start('year'), '2026-01-01');
  assert.equal(start('fiscal-quarter'), '2026-01-01');
  assert.equal(start('fiscal-year'), '2025-04-01');
  assert.equal(
    bucketStart('2026-01-10', 'fiscal-quarter', { ...calendar, fiscalYearStart: 2 }),
    '2025-11-01',
  );
});

test('shiftDate: adds months as engines do, up to the last day of a shorter month', () => {
  const addMonths = (date: string, count: number) => shiftDate(date, { unit: 'months', count });
  assert.equal(addMonths('2024-01-31', 1), '2024-02-29');
  assert.equal(addMonths('2024-03-31', -1), '2024-02-29');
  assert.equal(addMonths('2024-02-29', 12), '2025-02-28');
});

test('shiftBetween: counts months between firsts of a month, else days', () => {
  assert.deepEqual(shiftBetween('2025-11-01', '2026-02-01'), { unit: 'months', count: 3 });
  assert.deepEqual(shiftBetween('2025-11-02', '2026-02-01'), { unit: 'days', count: 91 });
});

test('buckets: contain each day exactly once', () => {
  const grain = fc.constantFrom<DateGrain>(
    'day',
    'week',
    'month',
    'quarter',
    'year',
    'fiscal-quarter',
    'fiscal-year',
  );
  const weekStart = fc.constantFrom(1 as const, 3 as const, 6 as const, 7 as const);
  fc.assert(
    fc.property(
      fc.integer({ min: -40_000, max: 40_000 }),
      grain,
      weekStart,
      fc.integer({ min: 1, max: 12 }),
      (days, unit, week, fiscalYearStart) => {
        const own = { timeZone: 'UTC', weekStart: week, fiscalYearStart };
        const date = addDays('2000-01-01', days);
        const start = bucketStart(date, unit, own);
        const next = shiftDate(start, BUCKET[unit]);
        assert.ok(start <= date && date < next, `${start} ${date} ${next}`);
        assert.equal(bucketStart(next, unit, own), next);
      },
    ),
  );
});
