import { remember } from '@inlay/protocol/remember';
import type { Cell, ColumnType } from '@inlay/protocol/result';
import type { Locale } from './locale.ts';

const day = 86_400_000;

/**
 * The wall-clock time of the viewer as if it were UTC, so that scales, ticks and labels need no time zone. A date has
 * no zone and stays unchanged.
 */
export function readTime(cell: Cell, type: ColumnType, locale: Locale): number | null {
  if (cell === null || typeof cell === 'boolean') return null;
  const instant = typeof cell === 'number' ? cell : parseTime(cell);
  if (Number.isNaN(instant)) return null;
  if (type === 'date' || !locale.timeZone || locale.timeZone === 'UTC') return instant;
  return instant + zoneOffset(instant, locale.timeZone);
}

let lastDate = '';
let lastStart = Number.NaN;

/** An instant, or NaN. Parses the protocol's notation directly: `Date.parse` takes longer than drawing thousands of values. */
export function parseTime(text: string): number {
  if (text.length === 10) return parseDay(text);
  const clock = clockOf(text);
  if (Number.isNaN(clock)) return Date.parse(text);
  const date = text.slice(0, 10);
  // Instants are sorted, so the day is usually that of the previous one.
  if (date !== lastDate) {
    lastDate = date;
    lastStart = parseDay(date);
  }
  return lastStart + clock;
}

function parseDay(text: string): number {
  const date = twoDigits(text, 8);
  // Let `Date` handle the ends of months.
  return date >= 1 && date <= 28 ? firstOf(text.slice(0, 8)) + (date - 1) * day : Date.parse(text);
}

const firstOf = remember(2000, (month: string) => Date.parse(`${month}01`));

/** The time of `2025-03-01T10:00:00.000Z`; NaN for any other notation. */
function clockOf(text: string): number {
  if (text.length !== 24 || !text.endsWith('Z') || text[10] !== 'T' || text[19] !== '.') return Number.NaN;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  const thousandth = twoDigits(text, 20) * 10 + (twoDigits(text, 21) % 10);
  if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  return ((hour * 60 + minute) * 60 + second) * 1000 + thousandth;
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Computed once per day and zone, except on days when the clocks change. */
function zoneOffset(instant: number, zone: string): number {
  const start = Math.floor(instant / day) * day;
  const before = offsetAt(`${zone} ${start}`);
  return before === offsetAt(`${zone} ${start + day}`) ? before : offsetAt(`${zone} ${instant}`);
}

const offsetAt = remember(5000, (key: string) => {
  const cut = key.lastIndexOf(' ');
  const instant = Number(key.slice(cut + 1));
  const parts: Record<string, number> = {};
  for (const { type, value } of zoneFormat(key.slice(0, cut)).formatToParts(instant))
    parts[type] = Number(value);
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hour % 24, minute, second) - Math.floor(instant / 1000) * 1000;
});

const zoneFormat = remember(
  50,
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);
