import type { ResultColumn } from '@inlay/protocol/result';
import { formatClock, formatDayOfMonth } from '../format/format-date.ts';
import type { Locale } from '../format/locale.ts';
import { readTime } from '../format/read-time.ts';

/** How far the period of a column goes that is not over: `to 17 Nov`, or `to 14:30` for hours and days. */
export function incompleteText(
  { incomplete, grain }: Pick<ResultColumn, 'incomplete' | 'grain'>,
  locale: Locale,
): string | undefined {
  if (!incomplete) return undefined;
  const { messages } = locale;
  const isWithinDay = grain === 'hour' || grain === 'day';
  const time = readTime(incomplete.until, isWithinDay ? 'datetime' : 'date', locale);
  if (time === null) return undefined;
  return isWithinDay
    ? messages.untilTime({ time: formatClock(time, locale) })
    : messages.untilDay({ date: formatDayOfMonth(time, locale) });
}

/** A period with what is known of it: `November 2026 (to 17 Nov)`. */
export const withUntil = (label: string, until: string | undefined): string =>
  until === undefined ? label : `${label} (${until})`;
