import type { Grain, ViewerCalendar } from '@inlay/protocol/query';

/** A day without a time or a zone, as `YYYY-MM-DD`. */
export type CalendarDate = string;

export type DateGrain = Exclude<Grain, 'hour'>;

/** A distance between days; months keep calendar months together, whatever their length. */
export interface Shift {
  readonly unit: 'days' | 'months';
  readonly count: number;
}

/** How long one bucket is. */
export const BUCKET: Readonly<Record<DateGrain, Shift>> = {
  day: { unit: 'days', count: 1 },
  week: { unit: 'days', count: 7 },
  month: { unit: 'months', count: 1 },
  quarter: { unit: 'months', count: 3 },
  'fiscal-quarter': { unit: 'months', count: 3 },
  year: { unit: 'months', count: 12 },
  'fiscal-year': { unit: 'months', count: 12 },
};

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Keeps the day of the month where the target month has it, else takes that month's last day, as engines do. */
export function shiftDate(date: CalendarDate, { unit, count }: Shift, times = 1): CalendarDate {
  return Temporal.PlainDate.from(date)
    .add({ [unit]: count * times })
    .toString();
}

/** Whole months between two firsts of a month, else days. */
export function shiftBetween(from: CalendarDate, to: CalendarDate): Shift {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const unit = first.day === 1 && last.day === 1 ? 'months' : 'days';
  return { unit, count: first.until(last, { largestUnit: unit })[unit] };
}

/** The first day of the bucket that contains a day. */
export function bucketStart(date: CalendarDate, grain: DateGrain, calendar: ViewerCalendar): CalendarDate {
  const day = Temporal.PlainDate.from(date);
  if (grain === 'day') return date;
  if (grain === 'week')
    return day.subtract({ days: (day.dayOfWeek - calendar.weekStart + 7) % 7 }).toString();
  const firstMonth = grain.startsWith('fiscal') ? calendar.fiscalYearStart : 1;
  const months = (day.month - firstMonth + 12) % BUCKET[grain].count;
  return day.with({ day: 1 }).subtract({ months }).toString();
}
