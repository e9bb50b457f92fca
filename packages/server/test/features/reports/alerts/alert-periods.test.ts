import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Grain, ViewerCalendar } from '@inlay/protocol/query';
import { alertPeriods } from '../../../../src/features/reports/alerts/alert-periods.ts';
import type { DayRange } from '../../../../src/platform/query/plan/day-range.ts';

const calendar = (more: Partial<ViewerCalendar> = {}): ViewerCalendar => ({
  timeZone: 'UTC',
  weekStart: 1,
  fiscalYearStart: 1,
  ...more,
});

interface Case extends Partial<ViewerCalendar> {
  readonly grain: Grain;
  readonly now: string;
  readonly range?: DayRange;
}

const periodsOf = ({ grain, now: _, range = {}, ...more }: Case) =>
  alertPeriods(grain, calendar(more), range);
const lastOf = (given: Case) => periodsOf(given).lastComplete(Date.parse(given.now));

/** The last complete period and the one before it. */
function pairOf(given: Case) {
  const last = lastOf(given);
  return [last, last === undefined ? undefined : periodsOf(given).before(last)];
}

describe('the last complete period', () => {
  const now = '2026-11-19T20:00:00Z';

  it('is the one before the running one, for every granularity', () => {
    assert.deepEqual(pairOf({ grain: 'day', now }), ['2026-11-18', '2026-11-17']);
    assert.deepEqual(pairOf({ grain: 'week', now }), ['2026-11-09', '2026-11-02']);
    assert.deepEqual(pairOf({ grain: 'month', now }), ['2026-10-01', '2026-09-01']);
    assert.deepEqual(pairOf({ grain: 'quarter', now }), ['2026-07-01', '2026-04-01']);
    assert.deepEqual(pairOf({ grain: 'year', now }), ['2025-01-01', '2024-01-01']);
    assert.deepEqual(pairOf({ grain: 'hour', now }), [
      '2026-11-19T19:00:00.000Z',
      '2026-11-19T18:00:00.000Z',
    ]);
  });

  it('follows the week and the fiscal year of the viewer', () => {
    assert.deepEqual(pairOf({ grain: 'week', now, weekStart: 7 }), ['2026-11-08', '2026-11-01']);
    assert.deepEqual(pairOf({ grain: 'fiscal-year', now, fiscalYearStart: 4 }), ['2025-04-01', '2024-04-01']);
    assert.deepEqual(pairOf({ grain: 'fiscal-quarter', now, fiscalYearStart: 2 }), [
      '2026-08-01',
      '2026-05-01',
    ]);
  });

  it('follows the day of the viewer where that is another one', () => {
    const late = { grain: 'month', now: '2026-10-31T23:30:00Z' } as const;
    assert.equal(lastOf(late), '2026-09-01');
    assert.equal(lastOf({ ...late, timeZone: 'Europe/Berlin' }), '2026-10-01');
    assert.equal(
      lastOf({ ...late, now: '2026-11-01T03:00:00Z', timeZone: 'America/New_York' }),
      '2026-09-01',
    );
  });

  it('begins where hours begin in zones that are half an hour apart', () => {
    assert.equal(lastOf({ grain: 'hour', now, timeZone: 'Asia/Kolkata' }), '2026-11-19T18:30:00.000Z');
    assert.equal(
      lastOf({ grain: 'hour', now: '2026-11-19T19:30:00Z', timeZone: 'Asia/Kolkata' }),
      '2026-11-19T18:30:00.000Z',
    );
  });

  it('is the part of an hour that a clock change leaves', () => {
    // Lord Howe Island sets its clocks back by half an hour at 2:00, which is 15:00 UTC.
    const change = '2026-04-04T15:40:00Z';
    const [last, before] = pairOf({ grain: 'hour', now: change, timeZone: 'Australia/Lord_Howe' });
    const periods = alertPeriods('hour', calendar({ timeZone: 'Australia/Lord_Howe' }), {});
    assert.ok(last !== undefined && before !== undefined);
    assert.equal(periods.end(before), Date.parse(last));
    assert.ok(periods.end(last) <= Date.parse(change));
  });

  it('is included as a whole by the filters of the tile', () => {
    const month = { grain: 'month', now } as const;
    assert.deepEqual(pairOf({ ...month, range: { from: '2025-01-01', to: '2026-01-01' } }), [
      '2025-12-01',
      '2025-11-01',
    ]);
    assert.deepEqual(pairOf({ ...month, range: { to: '2025-12-20' } }), ['2025-11-01', '2025-10-01']);
    assert.deepEqual(pairOf({ ...month, range: { from: '2026-10-01' } }), ['2026-10-01', undefined]);
    assert.deepEqual(pairOf({ ...month, range: { from: '2026-10-02' } }), [undefined, undefined]);
    assert.deepEqual(pairOf({ ...month, range: { to: '2030-01-01' } }), ['2026-10-01', '2026-09-01']);
    assert.deepEqual(pairOf({ grain: 'hour', now, range: { from: '2026-11-19', to: '2026-11-20' } }), [
      '2026-11-19T19:00:00.000Z',
      '2026-11-19T18:00:00.000Z',
    ]);
    assert.deepEqual(pairOf({ grain: 'hour', now, range: { to: '2026-11-18' } }), [
      '2026-11-17T23:00:00.000Z',
      '2026-11-17T22:00:00.000Z',
    ]);
    assert.equal(
      lastOf({ grain: 'hour', now: '2026-11-19T00:30:00Z', range: { from: '2026-11-19' } }),
      undefined,
    );
  });

  it('ends in the zone of the viewer', () => {
    const periods = alertPeriods('month', calendar({ timeZone: 'America/New_York' }), {});
    assert.equal(new Date(periods.end('2026-10-01')).toISOString(), '2026-11-01T04:00:00.000Z');
    const days = alertPeriods('day', calendar({ timeZone: 'Europe/Berlin' }), {});
    assert.equal(new Date(days.end('2026-03-29')).toISOString(), '2026-03-29T22:00:00.000Z');
  });

  it('reads what engines return, and no period of rows without a date', () => {
    const { read } = alertPeriods('hour', calendar(), {});
    assert.equal(read('2026-11-19T18:00:00Z'), '2026-11-19T18:00:00.000Z');
    for (const cell of [null, undefined, 'soon', true]) assert.equal(read(cell), undefined);
    assert.equal(alertPeriods('day', calendar(), {}).read(null), undefined);
  });
});
