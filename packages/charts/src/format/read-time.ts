import type { Cell, ColumnType } from '@inlay/protocol/result';
import type { Locale } from './locale.ts';
import { remember } from './remember.ts';

const day = 86_400_000;

/**
 * The cell as the clock on the viewer's wall, written as if it were UTC: scales, ticks and labels then need
 * no time zone of their own. A date has no zone and stays as it is.
 */
export function readTime(cell: Cell, type: ColumnType, locale: Locale): number | null {
  if (cell === null || typeof cell === 'boolean') return null;
  const instant = typeof cell === 'number' ? cell : parseTime(cell);
  if (Number.isNaN(instant)) return null;
  if (type === 'date' || !locale.timeZone || locale.timeZone === 'UTC') return instant;
  return instant + zoneOffset(instant, locale.timeZone);
}

/** Written as the protocol says, times are worked out here: `Date.parse` takes longer for thousands than their drawing. */
function parseTime(text: string): number {
  const found = text.length === 10 ? dayOf(text) : dayOf(text) + clockOf(text);
  return Number.isNaN(found) ? Date.parse(text) : found;
}

/** NaN where the calendar itself must say, at the end of a month, or where it is no date. */
function dayOf(text: string): number {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const date = twoDigits(text, 8);
  if (text[4] !== '-' || text[7] !== '-' || !(year >= 1 && month >= 1 && month <= 12)) return Number.NaN;
  if (!(date >= 1 && date <= 28)) return Number.NaN;
  // Years are counted from March, so that a leap day is the last of one.
  const years = month > 2 ? year : year - 1;
  const months = month > 2 ? month - 3 : month + 9;
  const leaps = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return (years * 365 + leaps + Math.floor((153 * months + 2) / 5) + date - 1 - 719_468) * day;
}

/** `T10:00:00Z` or `T10:00:00.000Z`. */
function clockOf(text: string): number {
  const precise = text.length === 24;
  if (!(precise || text.length === 20) || !text.endsWith('Z') || text[10] !== 'T') return Number.NaN;
  if (text[13] !== ':' || text[16] !== ':' || (precise && text[19] !== '.')) return Number.NaN;
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  const thousandths = precise ? twoDigits(text, 20) * 10 + (twoDigits(text, 21) % 10) : 0;
  return ((hour * 60 + minute) * 60 + second) * 1000 + thousandths;
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Asked once a day and zone; only a day on which the clocks change is asked for each instant. */
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
