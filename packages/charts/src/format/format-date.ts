import type { Format } from '@inlay/protocol/format';
import type { Grain } from '@inlay/protocol/query';
import { remember } from '@inlay/protocol/remember';
import type { Locale } from './locale.ts';

type Options = Intl.DateTimeFormatOptions;

/** Formats a wall-clock time (see `readTime`) in the viewer's language. */
type TimeWriter = (time: number, locale: Locale) => string;

export function timeWriter(options: Options): TimeWriter {
  const formatter = remember(50, (language: string) => {
    // Buckets are Gregorian; a locale with another calendar would name the wrong month.
    const gregorian = language.includes('-u-') ? language : `${language}-u-ca-gregory`;
    const intl = new Intl.DateTimeFormat(gregorian, { ...options, timeZone: 'UTC' });
    // Cached: tiles share their buckets, and formatting one takes microseconds.
    return remember(4000, (time: number) => intl.format(time));
  });
  return (time, locale) => formatter(locale.language)(time);
}

const clock: Options = { hour: '2-digit', minute: '2-digit' };
const shortDay: Options = { day: '2-digit', month: '2-digit', year: 'numeric' };
const mediumDay: Options = { day: 'numeric', month: 'short', year: 'numeric' };
const longDay: Options = { day: 'numeric', month: 'long', year: 'numeric' };
const writeDay = { short: timeWriter(shortDay), medium: timeWriter(mediumDay), long: timeWriter(longDay) };
const writeMoment = {
  short: timeWriter({ ...shortDay, ...clock }),
  medium: timeWriter({ ...mediumDay, ...clock }),
  long: timeWriter({ ...longDay, ...clock }),
};
/** `17 Nov`, without the year, for a day of a period that is named beside it. */
export const formatDayOfMonth = timeWriter({ day: 'numeric', month: 'short' });
export const formatClock = timeWriter(clock);
const writeMonth = timeWriter({ month: 'long', year: 'numeric' });
const writeMonthAlone = timeWriter({ month: 'long' });
const writeYear = timeWriter({ year: 'numeric' });

/** A bucket's full name: `March 2025`, `Q1 2025`, `Week of 10 March 2025`, `Q1 FY26`. */
export function formatBucket(time: number, grain: Grain, locale: Locale, format?: Format): string {
  const messages = locale.messages;
  const date = new Date(time);
  switch (grain) {
    case 'hour':
      return formatMoment(time, format, true, locale);
    case 'week':
      return messages.weekOf({ date: formatMoment(time, format, false, locale) });
    case 'month':
      return writeMonth(time, locale);
    case 'quarter':
      return `${messages.quarter({ quarter: Math.floor(date.getUTCMonth() / 3) + 1 })} ${writeYear(time, locale)}`;
    case 'year':
      return writeYear(time, locale);
    case 'fiscal-quarter':
      return `${messages.quarter({ quarter: fiscalQuarter(date, locale) })} ${fiscalYear(date, locale)}`;
    case 'fiscal-year':
      return fiscalYear(date, locale);
    default:
      return formatMoment(time, format, false, locale);
  }
}

/** The name of a bucket within its year: `March`, `Q1`, `17 Nov`. */
export function formatWithinYear(time: number, grain: Grain | undefined, locale: Locale): string {
  const date = new Date(time);
  switch (grain) {
    case 'month':
      return writeMonthAlone(time, locale);
    case 'quarter':
      return locale.messages.quarter({ quarter: Math.floor(date.getUTCMonth() / 3) + 1 });
    case 'fiscal-quarter':
      return locale.messages.quarter({ quarter: fiscalQuarter(date, locale) });
    default:
      return formatDayOfMonth(time, locale);
  }
}

export function formatMoment(
  time: number,
  format: Format | undefined,
  withClock: boolean,
  locale: Locale,
): string {
  const style = format?.kind === 'date' ? (format.style ?? 'medium') : 'medium';
  return (withClock ? writeMoment : writeDay)[style](time, locale);
}

/** The number of the year, or of the fiscal year by the calendar year in which it ends, as most companies do. */
export function yearNumber(
  date: Date,
  period: 'year' | 'fiscal-year',
  { fiscalYearStart = 1 }: Locale,
): number {
  const isNext = period === 'fiscal-year' && fiscalYearStart > 1 && date.getUTCMonth() >= fiscalYearStart - 1;
  return date.getUTCFullYear() + (isNext ? 1 : 0);
}

export function fiscalQuarter(date: Date, locale: Locale): number {
  const start = (locale.fiscalYearStart ?? 1) - 1;
  return Math.floor(((date.getUTCMonth() - start + 12) % 12) / 3) + 1;
}

export function fiscalYear(date: Date, locale: Locale): string {
  const year = yearNumber(date, 'fiscal-year', locale);
  return locale.messages.fiscalYear({ year: String(year % 100).padStart(2, '0') });
}
