import type { Format } from '@inlay/protocol/format';
import type { Grain } from '@inlay/protocol/query';
import type { Locale } from './locale.ts';
import { remember } from './remember.ts';
import { wordsFor } from './words.ts';

type Options = Intl.DateTimeFormatOptions;

const formatter = remember(200, (key) => {
  const cut = key.indexOf(' ');
  const language = key.slice(0, cut);
  // Buckets are Gregorian; a locale whose own calendar differs would name the wrong month.
  return new Intl.DateTimeFormat(`${language}${language.includes('-u-') ? '' : '-u-ca-gregory'}`, {
    ...(JSON.parse(key.slice(cut + 1)) as Options),
    timeZone: 'UTC',
  });
});

/** Writes a wall-clock time (see `readTime`) with the options given. */
export function writeTime(time: number, options: Options, locale: Locale): string {
  return formatter(`${locale.language} ${JSON.stringify(options)}`).format(time);
}

/** A bucket's full name: `March 2025`, `Q1 2025`, `Week of 10 March 2025`, `Q1 FY26`. */
export function formatBucket(time: number, grain: Grain | undefined, locale: Locale): string {
  const words = wordsFor(locale);
  const date = new Date(time);
  switch (grain) {
    case 'hour':
      return writeTime(
        time,
        { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
        locale,
      );
    case 'week':
      return words.weekOf(writeTime(time, { day: 'numeric', month: 'short', year: 'numeric' }, locale));
    case 'month':
      return writeTime(time, { month: 'long', year: 'numeric' }, locale);
    case 'quarter':
      return `${words.quarter(Math.floor(date.getUTCMonth() / 3) + 1)} ${writeTime(time, { year: 'numeric' }, locale)}`;
    case 'year':
      return writeTime(time, { year: 'numeric' }, locale);
    case 'fiscal-quarter':
      return `${words.quarter(fiscalQuarter(date, locale))} ${fiscalYear(date, locale)}`;
    case 'fiscal-year':
      return fiscalYear(date, locale);
    default:
      return writeTime(time, { day: 'numeric', month: 'short', year: 'numeric' }, locale);
  }
}

export function formatMoment(
  time: number,
  format: Format | undefined,
  withClock: boolean,
  locale: Locale,
): string {
  const style = format?.kind === 'date' ? (format.style ?? 'medium') : 'medium';
  const day: Options =
    style === 'short'
      ? { day: '2-digit', month: '2-digit', year: 'numeric' }
      : { day: 'numeric', month: style === 'long' ? 'long' : 'short', year: 'numeric' };
  return writeTime(time, withClock ? { ...day, hour: '2-digit', minute: '2-digit' } : day, locale);
}

export function fiscalQuarter(date: Date, locale: Locale): number {
  const start = (locale.fiscalYearStart ?? 1) - 1;
  return Math.floor(((date.getUTCMonth() - start + 12) % 12) / 3) + 1;
}

/** Named by the calendar year in which it ends, as most companies do. */
export function fiscalYear(date: Date, locale: Locale): string {
  const start = (locale.fiscalYearStart ?? 1) - 1;
  const year = date.getUTCFullYear() + (start > 0 && date.getUTCMonth() >= start ? 1 : 0);
  return wordsFor(locale).fiscalYear(String(year % 100).padStart(2, '0'));
}
