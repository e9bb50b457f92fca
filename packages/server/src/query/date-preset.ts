import type { DatePreset } from '@inlay/protocol/filter-control';
import type { ViewerCalendar } from '@inlay/protocol/query';
import {
  addDays,
  addMonths,
  bucketStart,
  type CalendarDate,
  type DateGrain,
  nextBucket,
} from './calendar-date.ts';

export interface Days {
  readonly from: CalendarDate;
  /** The last day that belongs to it. */
  readonly to: CalendarDate;
}

/** Which days the name of a period stands for where the viewer lives. `all` stands for none. */
export function presetDays(preset: DatePreset, now: number, calendar: ViewerCalendar): Days | undefined {
  const today = dayAt(now, calendar.timeZone);
  switch (preset) {
    case 'all':
      return undefined;
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last-7-days':
      return { from: addDays(today, -6), to: today };
    case 'last-30-days':
      return { from: addDays(today, -29), to: today };
    case 'last-90-days':
      return { from: addDays(today, -89), to: today };
    case 'last-12-months':
      return { from: addMonths(bucketStart(today, 'month', calendar), -11), to: today };
    case 'this-week':
    case 'this-month':
    case 'this-quarter':
    case 'this-year':
      return { from: bucketStart(today, grainOf(preset), calendar), to: today };
    case 'last-week':
    case 'last-month':
    case 'last-quarter':
    case 'last-year': {
      const grain = grainOf(preset);
      const to = addDays(bucketStart(today, grain, calendar), -1);
      return { from: bucketStart(to, grain, calendar), to };
    }
  }
}

/** The days of the bucket that begins here. */
export function bucketDays(start: CalendarDate, grain: DateGrain): Days {
  return { from: start, to: addDays(nextBucket(start, grain), -1) };
}

const grainOf = (preset: string) => preset.slice(preset.indexOf('-') + 1) as DateGrain;

function dayAt(now: number, timeZone: string): CalendarDate {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
}
