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

/** Days, which most axes are made of, are worked out here: `Date.parse` takes longer for thousands than their drawing. */
function parseTime(text: string): number {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return Date.parse(text);
  const month = text.slice(0, 8);
  const date = (text.charCodeAt(8) - 48) * 10 + text.charCodeAt(9) - 48;
  // Where a month has ended is left to the calendar itself.
  return date >= 1 && date <= 28 ? firstOf(month) + (date - 1) * day : Date.parse(text);
}

const firstOf = remember(2000, (month: string) => Date.parse(`${month}01`));

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
