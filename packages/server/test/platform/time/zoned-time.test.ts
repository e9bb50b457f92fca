import assert from 'node:assert/strict';
import test from 'node:test';
import {
  isDate,
  isTimeZone,
  parseInstant,
  parseLocal,
  startOfDay,
  wallClock,
} from '../../../src/platform/time/zoned-time.ts';

test('parseInstant: converts any offset to UTC and keeps microseconds', () => {
  assert.equal(parseInstant('2026-03-01T08:00:00Z'), '2026-03-01T08:00:00Z');
  assert.equal(parseInstant('2026-03-01T08:00+01:00'), '2026-03-01T07:00:00Z');
  assert.equal(parseInstant('2026-03-01T08:00:00.123456-05:30'), '2026-03-01T13:30:00.123456Z');
  assert.equal(parseInstant('2026-03-01T08:00:00.500000Z'), '2026-03-01T08:00:00.5Z');
});

test('parseInstant and isDate: reject times without a zone, days that do not exist and other texts', () => {
  for (const text of [
    '2026-03-01T08:00',
    '2026-02-30T08:00Z',
    '2026-02-30T08:00+01:00',
    '2026-03-01',
    '2026-03-01T24:00:00Z',
    '2026-03-01 08:00Z',
    'now',
    '',
  ]) {
    assert.equal(parseInstant(text), undefined, text);
  }
  assert.equal(isDate('2024-02-29'), true);
  assert.equal(isDate('2025-02-29'), false);
  assert.equal(isDate('0000-01-01'), false);
});

test('startOfDay: is midnight in the zone, or the first instant after a clock change that skips it', () => {
  assert.equal(startOfDay('2026-01-15', 'Europe/Zurich'), '2026-01-14T23:00:00Z');
  assert.equal(startOfDay('2026-07-15', 'Europe/Zurich'), '2026-07-14T22:00:00Z');
  assert.equal(startOfDay('2026-03-29', 'Europe/Zurich'), '2026-03-28T23:00:00Z');
  assert.equal(startOfDay('2026-03-30', 'Europe/Zurich'), '2026-03-29T22:00:00Z');
  // Midnight of this day does not exist in Beirut: the clock jumps from 24:00 to 01:00.
  assert.equal(startOfDay('2024-03-31', 'Asia/Beirut'), '2024-03-30T22:00:00Z');
  assert.equal(startOfDay('2026-01-15', 'Pacific/Kiritimati'), '2026-01-14T10:00:00Z');
});

test('parseLocal: takes the earlier of a repeated hour and the end of a gap', () => {
  assert.equal(parseLocal('2026-10-25T02:30', 'Europe/Zurich'), '2026-10-25T00:30:00Z');
  for (const inGap of ['2026-03-29T02:00', '2026-03-29T02:30', '2026-03-29T02:59:59.999'])
    assert.equal(parseLocal(inGap, 'Europe/Zurich'), '2026-03-29T01:00:00Z');
  assert.equal(parseLocal('2026-07-01T12:00:00.25', 'Asia/Kolkata'), '2026-07-01T06:30:00.25Z');
  assert.equal(parseLocal('2026-02-30T12:00', 'UTC'), undefined);
});

test('wallClock: returns the local time of an instant', () => {
  assert.equal(wallClock('2026-07-01T00:30:00.25Z', 'America/New_York'), '2026-06-30T20:30:00.25');
  assert.equal(wallClock('1969-12-31T23:59:59.5Z', 'UTC'), '1969-12-31T23:59:59.5');
});

test('isTimeZone: accepts IANA names and nothing that could end a quoted text', () => {
  for (const zone of ['UTC', 'Europe/Zurich', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    assert.ok(isTimeZone(zone), zone);
  for (const zone of ["UTC'", 'Europe/Atlantis', '', "x' OR 1=1", 'UTC\\', '+01:00'])
    assert.ok(!isTimeZone(zone), zone);
});
