import { remember } from '@inlay/protocol/remember';
import type { Locale } from './locale.ts';

interface Span {
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
  /** The day that the reader knows the year of. */
  readonly until: string;
}

/** `1–17 Oct`, with the year if it is another one: `1–17 Nov 2025`; whole months without days: `Nov 2024 – Oct 2025`. */
export function formatDays({ from, to, until }: Span, locale: Locale): string {
  const yearOf = (day: string) => day.slice(0, 4);
  const isSameYear = yearOf(from) === yearOf(until) && yearOf(to) === yearOf(until);
  const [first, last] = [Date.parse(from.slice(0, 10)), Date.parse(to.slice(0, 10))];
  if (Number.isNaN(first) || Number.isNaN(last)) return locale.messages.previous;
  return formatSpan(first, last, locale, !isSameYear);
}

/** The days from one to another, with the year: `Oct 2025 – Nov 2026`. */
export function formatSpan(first: number, last: number, locale: Locale, withYear = true): string {
  const parts = `${isWholeMonths(first, last) ? '' : 'day '}${withYear ? 'year ' : ''}`;
  const written = writer(`${parts}${locale.language}`).formatRange(first, last);
  // Versions of ICU differ in the spaces around a dash.
  return written.replace(/\s*–\s*/, monthOf(first) === monthOf(last) ? '–' : ' – ');
}

const monthOf = (day: number) => new Date(day).toISOString().slice(0, 7);

const DAY_MS = 86_400_000;
const isFirstOfMonth = (day: number) => new Date(day).getUTCDate() === 1;
const isWholeMonths = (first: number, last: number) => isFirstOfMonth(first) && isFirstOfMonth(last + DAY_MS);

const writer = remember(50, (key: string) => {
  const parts = key.split(' ');
  const language = parts.pop() ?? 'en';
  const gregorian = language.includes('-u-') ? language : `${language}-u-ca-gregory`;
  return new Intl.DateTimeFormat(gregorian, {
    month: 'short',
    ...(parts.includes('day') ? { day: 'numeric' } : {}),
    ...(parts.includes('year') ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  });
});
