import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bucketDays, datedFilter, periodDays } from '../../../src/platform/query/plan/period-days.ts';

const calendar = { timeZone: 'America/New_York', weekStart: 7, fiscalYearStart: 1 } as const;
/** In New York it is still Saturday the 14th. */
const now = Date.parse('2026-03-15T02:00:00Z');
const days = (preset: Parameters<typeof periodDays>[0]) => periodDays(preset, now, calendar);

describe('periodDays', () => {
  it("starts from today in the viewer's time zone", () => {
    assert.deepEqual(days('today'), { from: '2026-03-14', to: '2026-03-14' });
    assert.deepEqual(days('yesterday'), { from: '2026-03-13', to: '2026-03-13' });
    assert.deepEqual(days('last-7-days'), { from: '2026-03-08', to: '2026-03-14' });
    assert.deepEqual(days('last-30-days'), { from: '2026-02-13', to: '2026-03-14' });
  });

  it("uses the viewer's first day of the week", () => {
    assert.deepEqual(days('this-week'), { from: '2026-03-08', to: '2026-03-14' });
    assert.deepEqual(days('last-week'), { from: '2026-03-01', to: '2026-03-07' });
  });

  it('covers whole months, quarters and years', () => {
    assert.deepEqual(days('last-month'), { from: '2026-02-01', to: '2026-02-28' });
    assert.deepEqual(days('this-quarter'), { from: '2026-01-01', to: '2026-03-14' });
    assert.deepEqual(days('last-year'), { from: '2025-01-01', to: '2025-12-31' });
    assert.deepEqual(days('last-12-months'), { from: '2025-04-01', to: '2026-03-14' });
  });

  it('covers any number of days, weeks, months, quarters and years up to today', () => {
    assert.deepEqual(days('last-14-days'), { from: '2026-03-01', to: '2026-03-14' });
    assert.deepEqual(days('last-2-weeks'), { from: '2026-03-01', to: '2026-03-14' });
    assert.deepEqual(days('last-3-months'), { from: '2026-01-01', to: '2026-03-14' });
    assert.deepEqual(days('last-2-quarters'), { from: '2025-10-01', to: '2026-03-14' });
    assert.deepEqual(days('last-2-years'), { from: '2025-01-01', to: '2026-03-14' });
  });

  it("uses the viewer's first month of the fiscal year", () => {
    const fiscal = (period: string) => periodDays(period, now, { ...calendar, fiscalYearStart: 2 });
    assert.deepEqual(fiscal('this-fiscal-year'), { from: '2026-02-01', to: '2026-03-14' });
    assert.deepEqual(fiscal('last-fiscal-year'), { from: '2025-02-01', to: '2026-01-31' });
    assert.deepEqual(fiscal('last-fiscal-quarter'), { from: '2025-11-01', to: '2026-01-31' });
    assert.deepEqual(fiscal('this-quarter'), { from: '2026-01-01', to: '2026-03-14' });
  });

  it('returns no days for `all`', () => {
    assert.equal(days('all'), undefined);
  });
});

describe('bucketDays', () => {
  it('returns the first and the last day of a bucket', () => {
    assert.deepEqual(bucketDays('2024-02-01', 'month'), { from: '2024-02-01', to: '2024-02-29' });
    assert.deepEqual(bucketDays('2026-01-01', 'quarter'), { from: '2026-01-01', to: '2026-03-31' });
  });
});

describe('datedFilter', () => {
  const dated = (period: string) =>
    datedFilter({ column: 'day', operator: 'in-period', period }, now, calendar);

  it('replaces a period with its days and the distance to the previous one', () => {
    assert.deepEqual(dated('this-month'), {
      column: 'day',
      operator: 'between',
      from: '2026-03-01',
      to: '2026-03-14',
      shift: { unit: 'months', count: 1 },
    });
    assert.deepEqual((dated('last-30-days') as { shift: object }).shift, { unit: 'days', count: 30 });
    assert.deepEqual((dated('this-week') as { shift: object }).shift, { unit: 'days', count: 7 });
    assert.deepEqual((dated('last-4-quarters') as { shift: object }).shift, { unit: 'months', count: 12 });
    assert.equal(dated('all'), undefined);
  });
});
