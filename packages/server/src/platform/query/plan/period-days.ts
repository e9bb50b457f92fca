import type { Filter, Period, ViewerCalendar } from '@inlay/protocol/query';
import {
  addDays,
  BUCKET,
  bucketStart,
  type CalendarDate,
  type DateGrain,
  type Shift,
  shiftDate,
} from '../../time/calendar-date.ts';
import { dayAt } from '../../time/zoned-time.ts';
import { QueryError } from '../errors/query-error.ts';

export interface Days {
  readonly from: CalendarDate;
  /** The last day that belongs to it. */
  readonly to: CalendarDate;
}

/** A filter with resolved days. For a period, also the distance to the previous one. */
export type DatedFilter =
  | Exclude<Filter, { operator: 'in-period' | 'between' }>
  | (Extract<Filter, { operator: 'between' }> & { readonly shift?: Shift });

/** Replaces a period with its days; undefined for all time. */
export function datedFilter(filter: Filter, now: number, calendar: ViewerCalendar): DatedFilter | undefined {
  if (filter.operator !== 'in-period') return filter;
  const { column, period } = filter;
  const days = periodDays(period, now, calendar);
  return days && { column, operator: 'between', ...days, shift: shiftOf(period) };
}

/** The days of a period in the viewer's time zone; undefined for `all`. */
export function periodDays(period: Period, now: number, calendar: ViewerCalendar): Days | undefined {
  const today = dayAt(now, calendar.timeZone);
  if (period === 'all') return undefined;
  if (period === 'today') return { from: today, to: today };
  if (period === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) };
  const { which, count, grain } = read(period);
  if (grain === 'day') return { from: addDays(today, 1 - count), to: today };
  const start = bucketStart(today, grain, calendar);
  if (which === 'this') return { from: start, to: today };
  if (which === 'some') return { from: shiftDate(start, BUCKET[grain], 1 - count), to: today };
  return { from: shiftDate(start, BUCKET[grain], -1), to: addDays(start, -1) };
}

/** The days of the bucket that begins here. */
export function bucketDays(start: CalendarDate, grain: DateGrain): Days {
  return { from: start, to: addDays(shiftDate(start, BUCKET[grain]), -1) };
}

function shiftOf(period: Period): Shift {
  if (period === 'today' || period === 'yesterday') return BUCKET.day;
  const { count, grain } = read(period);
  return { unit: BUCKET[grain].unit, count: BUCKET[grain].count * count };
}

/** `last-3-months` are some up to now; `last-month` is the one before this. */
function read(period: Period): { which: 'this' | 'last' | 'some'; count: number; grain: DateGrain } {
  const [, which, number, grain] = /^(this|last)-(?:(\d+)-)?([a-z-]+?)s?$/.exec(period) ?? [];
  if (grain === undefined) throw new QueryError('/filters', `${period} is not a period`);
  const count = Number(number ?? 1);
  return {
    which: number === undefined ? (which as 'this' | 'last') : 'some',
    count,
    grain: grain as DateGrain,
  };
}
