import assert from 'node:assert/strict';
import test from 'node:test';
import type { ReportSchedule } from '@inlay/protocol/report-schedule';
import fc from 'fast-check';
import { latestDue, nextDue } from '../../../../src/features/reports/schedule/next-due.ts';
import { scheduleProblem } from '../../../../src/features/reports/schedule/schedule-problem.ts';

const daily = (timeZone: string, at: string): ReportSchedule => ({ every: 'day', at, timeZone });

/** Due times after an instant, with the offset that the clock of the zone has then. */
function dueTimes(schedule: ReportSchedule, after: string, count: number): readonly string[] {
  const times: string[] = [];
  for (let time = Date.parse(after); times.length < count; ) {
    time = nextDue(schedule, time);
    times.push(
      Temporal.Instant.fromEpochMilliseconds(time)
        .toZonedDateTimeISO(schedule.timeZone)
        .toString({ timeZoneName: 'never', smallestUnit: 'minute' }),
    );
  }
  return times;
}

test('nextDue: keeps the local time when clocks change', () => {
  assert.deepEqual(dueTimes(daily('Europe/Berlin', '08:30'), '2026-03-28T00:00Z', 2), [
    '2026-03-28T08:30+01:00',
    '2026-03-29T08:30+02:00',
  ]);
  assert.deepEqual(dueTimes(daily('America/New_York', '08:30'), '2026-10-31T00:00Z', 2), [
    '2026-10-31T08:30-04:00',
    '2026-11-01T08:30-05:00',
  ]);
});

test('nextDue: is at the end of the gap for a time that a clock change skips', () => {
  const gaps = [
    ['Europe/Berlin', '02:30', '2026-03-29T00:00Z', '2026-03-29T03:00+02:00'],
    ['America/New_York', '02:00', '2026-03-08T05:30Z', '2026-03-08T03:00-04:00'],
    ['Australia/Lord_Howe', '02:10', '2026-10-03T13:00Z', '2026-10-04T02:30+11:00'],
    ['Africa/Cairo', '00:00', '2026-04-23T20:00Z', '2026-04-24T01:00+03:00'],
    ['America/Santiago', '00:15', '2026-09-06T00:00Z', '2026-09-06T01:00-03:00'],
    // The gap is the last hour of Saturday.
    ['America/Nuuk', '23:30', '2026-03-28T12:00Z', '2026-03-29T00:00-01:00'],
  ] as const;
  for (const [zone, at, after, due] of gaps) {
    const [first, second = ''] = dueTimes(daily(zone, at), after, 2);
    assert.equal(first, due, zone);
    assert.equal(second.slice(11, 16), at, zone);
  }
});

test('nextDue: is once for a time that a clock change repeats, the first time', () => {
  const repeated = [
    ['Europe/Berlin', '02:30', '2026-10-24T12:00Z', '2026-10-25T02:30+02:00', '2026-10-26T02:30+01:00'],
    ['America/New_York', '01:00', '2026-10-31T12:00Z', '2026-11-01T01:00-04:00', '2026-11-02T01:00-05:00'],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T00:00Z', '2026-04-05T01:45+11:00', '2026-04-06T01:45+10:30'],
    ['Africa/Cairo', '23:30', '2026-10-29T00:00Z', '2026-10-29T23:30+03:00', '2026-10-30T23:30+02:00'],
    ['America/Santiago', '23:00', '2026-04-04T12:00Z', '2026-04-04T23:00-03:00', '2026-04-05T23:00-04:00'],
  ] as const;
  for (const [zone, at, after, ...due] of repeated)
    assert.deepEqual(dueTimes(daily(zone, at), after, 2), due, zone);
});

test('nextDue: leaves out a day that a zone skipped, and sends what is due once a week then at its end', () => {
  assert.deepEqual(dueTimes(daily('Pacific/Apia', '09:00'), '2011-12-29T00:00Z', 2), [
    '2011-12-29T09:00-10:00',
    '2011-12-31T09:00+14:00',
  ]);
  const fridays: ReportSchedule = { every: 'week', weekday: 5, at: '09:00', timeZone: 'Pacific/Apia' };
  assert.deepEqual(dueTimes(fridays, '2011-12-29T00:00Z', 2), [
    '2011-12-31T00:00+14:00',
    '2012-01-06T09:00+14:00',
  ]);
});

test('nextDue: is on workdays, a weekday or a day of the month, or the last of a shorter month', () => {
  const when = { at: '07:00', timeZone: 'Asia/Kathmandu' };
  assert.deepEqual(dueTimes({ every: 'workday', ...when }, '2026-11-19T12:00Z', 3), [
    '2026-11-20T07:00+05:45',
    '2026-11-23T07:00+05:45',
    '2026-11-24T07:00+05:45',
  ]);
  assert.deepEqual(dueTimes({ every: 'week', weekday: 1, ...when }, '2026-11-19T12:00Z', 2), [
    '2026-11-23T07:00+05:45',
    '2026-11-30T07:00+05:45',
  ]);
  assert.deepEqual(dueTimes({ every: 'month', day: 31, ...when }, '2028-01-30T12:00Z', 4), [
    '2028-01-31T07:00+05:45',
    '2028-02-29T07:00+05:45',
    '2028-03-31T07:00+05:45',
    '2028-04-30T07:00+05:45',
  ]);
});

test('nextDue: of hours is when the clock shows a full one, both times if it repeats the hour', () => {
  const hourly = (timeZone: string): ReportSchedule => ({ every: 'hour', timeZone });
  assert.deepEqual(dueTimes(hourly('Asia/Kathmandu'), '2026-11-19T12:00Z', 2), [
    '2026-11-19T18:00+05:45',
    '2026-11-19T19:00+05:45',
  ]);
  assert.deepEqual(dueTimes(hourly('Europe/Berlin'), '2026-10-24T23:30Z', 3), [
    '2026-10-25T02:00+02:00',
    '2026-10-25T02:00+01:00',
    '2026-10-25T03:00+01:00',
  ]);
  assert.deepEqual(dueTimes(hourly('Australia/Lord_Howe'), '2026-04-04T13:30Z', 2), [
    '2026-04-05T01:00+11:00',
    '2026-04-05T02:00+10:30',
  ]);
  assert.deepEqual(dueTimes(hourly('Australia/Lord_Howe'), '2026-10-03T14:00Z', 2), [
    '2026-10-04T01:00+10:30',
    '2026-10-04T03:00+11:00',
  ]);
});

test('latestDue: is an instant that is due, or the one before it', () => {
  const schedule = daily('Europe/Berlin', '08:30');
  const due = Date.parse('2026-11-19T07:30Z');
  assert.equal(latestDue(schedule, due), due);
  assert.equal(latestDue(schedule, due - 1), due - 86_400_000);
  const mondays: ReportSchedule = { every: 'week', weekday: 1, at: '08:30', timeZone: 'Europe/Berlin' };
  assert.equal(latestDue(mondays, due), Date.parse('2026-11-16T07:30Z'));
});

const zones = [
  'Africa/Cairo',
  'America/New_York',
  'America/Nuuk',
  'America/Santiago',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Apia',
];
const timeZone = fc.constantFrom(...zones);
/** Most clocks change in the hours around midnight. */
const at = fc
  .tuple(fc.oneof(fc.constantFrom(0, 1, 2, 3, 22, 23), fc.nat(23)), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const schedules: fc.Arbitrary<ReportSchedule> = fc.oneof(
  fc.record({ every: fc.constant('hour' as const), timeZone }),
  fc.record({ every: fc.constantFrom('day' as const, 'workday' as const), at, timeZone }),
  fc.record({ every: fc.constant('week' as const), weekday: fc.integer({ min: 1, max: 7 }), at, timeZone }),
  fc.record({ every: fc.constant('month' as const), day: fc.integer({ min: 1, max: 31 }), at, timeZone }),
);
/** Within a few days of a clock change where the zone has one. */
const instants = (zone: string) =>
  fc
    .tuple(fc.integer({ min: 2010, max: 2037 }), fc.integer({ min: -3 * 86_400, max: 86_400 }), fc.boolean())
    .map(([year, seconds, isNearChange]) => {
      const start = Temporal.ZonedDateTime.from(`${year}-02-15T12:00[${zone}]`);
      const near = (isNearChange && start.getTimeZoneTransition('next')) || start;
      return near.epochMilliseconds + seconds * 1000;
    });
const cases = schedules.chain((schedule) => fc.tuple(fc.constant(schedule), instants(schedule.timeZone)));

test('due times increase, miss none, and are found again from both sides', () => {
  fc.assert(
    fc.property(cases, ([schedule, after]) => {
      const due = nextDue(schedule, after);
      assert.ok(due > after);
      assert.equal(nextDue(schedule, due - 1), due);
      assert.equal(latestDue(schedule, due), due);
      assert.ok(latestDue(schedule, after) <= after);
      assert.equal(latestDue(schedule, due - 1), latestDue(schedule, after));
      assert.equal(nextDue(schedule, latestDue(schedule, after)), due);
      if (schedule.every === 'hour') assert.ok(due - after <= 90 * 60_000);
    }),
  );
});

test('a daily report is due once for each local date, and never more than two days later', () => {
  fc.assert(
    fc.property(timeZone, at, fc.integer({ min: 2010, max: 2036 }), (zone, time, year) => {
      const schedule = daily(zone, time);
      const from = Date.parse(`${year}-01-01T00:00Z`);
      const until = Date.parse(`${year + 1}-01-01T00:00Z`);
      let count = 0;
      let last = latestDue(schedule, from);
      for (let due = nextDue(schedule, from); due < until; due = nextDue(schedule, due)) {
        assert.ok(due - last <= 2 * 86_400_000);
        last = due;
        count += 1;
      }
      const days = (until - from) / 86_400_000;
      const isShort = zone === 'Pacific/Apia' && year === 2011;
      assert.ok(Math.abs(count - (isShort ? days - 1 : days)) <= 1, `${count} of ${days}`);
    }),
    { numRuns: 20 },
  );
});

test('scheduleProblem: names a time zone that does not exist', () => {
  assert.equal(scheduleProblem(daily('Europe/Berlin', '08:30')), undefined);
  assert.match(scheduleProblem(daily('Europe/Atlantis', '08:30')) ?? '', /not a known time zone/);
});
