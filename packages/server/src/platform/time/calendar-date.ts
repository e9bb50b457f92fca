import type { Grain, ViewerCalendar } from '@inlay/protocol/query';

/** Days without a time or a zone, as `YYYY-MM-DD`: the arithmetic that buckets, gaps and periods need. */
export type CalendarDate = string;

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return format(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
}

/** Keeps the day of the month where the target month has it, else takes that month's last day, as engines do. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = partsOf(date);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return format(first.setUTCDate(Math.min(day, last)));
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Whole months from one first of a month to another, or undefined where either is another day. */
export function wholeMonthsBetween(from: CalendarDate, to: CalendarDate): number | undefined {
  if (!from.endsWith('-01') || !to.endsWith('-01')) return undefined;
  const [fromYear, fromMonth] = partsOf(from);
  const [toYear, toMonth] = partsOf(to);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}

export type DateGrain = Exclude<Grain, 'hour'>;

/** The first day of the bucket that holds a day. */
export function bucketStart(date: CalendarDate, grain: DateGrain, calendar: ViewerCalendar): CalendarDate {
  const [year, month] = partsOf(date);
  switch (grain) {
    case 'day':
      return date;
    case 'week': {
      const weekday = ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
      return addDays(date, -((weekday - calendar.weekStart + 7) % 7));
    }
    case 'month':
      return firstOf(year, month);
    case 'quarter':
      return firstOf(year, month - ((month - 1) % 3));
    case 'year':
      return firstOf(year, 1);
    case 'fiscal-quarter':
      return firstOf(year, month - ((month - calendar.fiscalYearStart + 12) % 3));
    case 'fiscal-year':
      return firstOf(year, month - ((month - calendar.fiscalYearStart + 12) % 12));
  }
}

export function nextBucket(start: CalendarDate, grain: DateGrain): CalendarDate {
  switch (grain) {
    case 'day':
      return addDays(start, 1);
    case 'week':
      return addDays(start, 7);
    case 'month':
      return addMonths(start, 1);
    case 'quarter':
    case 'fiscal-quarter':
      return addMonths(start, 3);
    case 'year':
    case 'fiscal-year':
      return addMonths(start, 12);
  }
}

/** `month` may be zero or negative: months of the year before. */
function firstOf(year: number, month: number): CalendarDate {
  return format(new Date(0).setUTCFullYear(year, month - 1, 1));
}

function format(time: number): CalendarDate {
  return new Date(time).toISOString().slice(0, 10);
}

function partsOf(date: CalendarDate): readonly [number, number, number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
}
