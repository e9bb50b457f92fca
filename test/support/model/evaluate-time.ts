import type { Grain, Period, ViewerCalendar } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import type { Value } from './value.ts';

/** When a viewer asks, and how they count time. */
export interface Today {
  readonly calendar: ViewerCalendar;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The day of a moment on the viewer's clock. */
export function dayIn(moment: string, calendar: ViewerCalendar | undefined): string {
  const timeZone = calendar?.timeZone ?? 'UTC';
  return new Date(moment).toLocaleDateString('sv-SE', { timeZone });
}

const HOUR = 3_600_000;

/** A distance in time. A month later is the same day of that month, or its last one. */
export interface Shift {
  readonly unit: 'days' | 'months';
  readonly count: number;
}

export function shiftDay(day: string, { unit, count }: Shift): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const text = (time: number) => new Date(time).toISOString().slice(0, 10);
  if (unit === 'days') return text(Date.UTC(year, month - 1, date + count));
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return text(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** How far buckets, and offsets, are apart. */
export const DISTANCE: Readonly<Record<Exclude<Grain, 'hour'>, Shift>> = {
  day: { unit: 'days', count: 1 },
  week: { unit: 'days', count: 7 },
  month: { unit: 'months', count: 1 },
  quarter: { unit: 'months', count: 3 },
  'fiscal-quarter': { unit: 'months', count: 3 },
  year: { unit: 'months', count: 12 },
  'fiscal-year': { unit: 'months', count: 12 },
};

export const times = ({ unit, count }: Shift, factor: number): Shift => ({ unit, count: count * factor });

/** The bucket so many later, or earlier if negative. */
export function bucketAfter(bucket: string, grain: Grain, count: number): string {
  if (grain === 'hour') return new Date(Date.parse(bucket) + count * HOUR).toISOString();
  return shiftDay(bucket, times(DISTANCE[grain], count));
}

/** The first day, or hour, of the period that a date falls into, once it is as much later as it counts. */
export function bucketOf(
  cell: Value,
  type: ColumnType,
  { grain, shift }: { readonly grain: Grain | undefined; readonly shift?: Shift | undefined },
  calendar: ViewerCalendar,
): Value {
  if (cell === null || typeof cell !== 'string') return cell;
  if (grain === undefined && (type !== 'date' || shift === undefined)) return cell;
  // The zones of the generated calendars begin their hours on the hour.
  if (grain === 'hour')
    return `${new Date(Date.parse(cell) + 24 * HOUR * (shift?.count ?? 0)).toISOString().slice(0, 13)}:00:00.000Z`;
  const own = type === 'datetime' ? dayIn(cell, calendar) : cell;
  const day = shift === undefined ? own : shiftDay(own, shift);
  if (grain === undefined) return day;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = (y: number, m: number, d: number) => new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10);
  const first = calendar.fiscalYearStart - 1;
  const sinceStart = (month - 1 - first + 12) % 12;
  switch (grain) {
    case 'day':
      return day;
    case 'week': {
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
      return at(year, month - 1, date - ((weekday - calendar.weekStart + 7) % 7));
    }
    case 'month':
      return at(year, month - 1, 1);
    case 'quarter':
      return at(year, month - 1 - ((month - 1) % 3), 1);
    case 'year':
      return at(year, 0, 1);
    case 'fiscal-quarter':
      return at(year, month - 1 - (sinceStart % 3), 1);
    case 'fiscal-year':
      return at(year, month - 1 - sinceStart, 1);
  }
}

interface PeriodDays {
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** How much earlier the period before it is. */
  readonly shift: Shift;
}

/** The days of a relative period; nothing for all time. */
export function daysOf(period: Period, { calendar, now }: Today): PeriodDays | undefined {
  const today = dayIn(new Date(now).toISOString(), calendar);
  if (period === 'all') return undefined;
  if (period === 'today') return { from: today, to: today, shift: DISTANCE.day };
  const yesterday = shiftDay(today, times(DISTANCE.day, -1));
  if (period === 'yesterday') return { from: yesterday, to: yesterday, shift: DISTANCE.day };
  const several = /^last-(\d+)-(.+)s$/.exec(period);
  const grain = (several?.[2] ?? period.replace(/^(this|last)-/, '')) as keyof typeof DISTANCE;
  const count = Number(several?.[1] ?? 1);
  const shift = times(DISTANCE[grain], count);
  const first = String(bucketOf(today, 'date', { grain }, calendar));
  const earlier = (buckets: number) => shiftDay(first, times(DISTANCE[grain], -buckets));
  if (several !== null) return { from: earlier(count - 1), to: today, shift };
  if (period.startsWith('this-')) return { from: first, to: today, shift };
  return { from: earlier(1), to: shiftDay(first, times(DISTANCE.day, -1)), shift };
}
