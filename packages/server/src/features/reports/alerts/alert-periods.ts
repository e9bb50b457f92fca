import type { Grain, ViewerCalendar } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import type { DayRange } from '../../../platform/query/plan/day-range.ts';
import {
  addDays,
  BUCKET,
  bucketStart,
  type DateGrain,
  shiftDate,
} from '../../../platform/time/calendar-date.ts';
import { hourEndIn, hourStartIn } from '../../../platform/time/hour-starts.ts';
import { dayAt, startOfDay } from '../../../platform/time/zoned-time.ts';

/** The periods of a tile's time dimension, by where they begin: a day, or for hours an instant. */
export interface AlertPeriods {
  /** The period of a cell of the time dimension; undefined for rows without a date. */
  read(cell: Cell | undefined): string | undefined;
  /** The last period that is over and that the tile's filters include as a whole; undefined if there is none. */
  lastComplete(now: number): string | undefined;
  /** The period before one, whether it has rows or not; undefined if the filters leave out some of it. */
  before(period: string): string | undefined;
  /** When a period is over, in milliseconds since 1970. */
  end(period: string): number;
}

/** `range` are the days that the tile's filters leave. */
export function alertPeriods(grain: Grain, calendar: ViewerCalendar, range: DayRange): AlertPeriods {
  return grain === 'hour' ? hours(calendar, range) : dates(grain, calendar, range);
}

function dates(grain: DateGrain, calendar: ViewerCalendar, { from, to }: DayRange): AlertPeriods {
  const bucket = (day: string) => bucketStart(day, grain, calendar);
  /** The whole one before a day. */
  const beforeDay = (day: string) => {
    const period = bucket(addDays(bucket(day), -1));
    return from === undefined || period >= from ? period : undefined;
  };
  return {
    read: (cell) => (typeof cell === 'string' ? cell : undefined),
    lastComplete: (now) => {
      const today = dayAt(now, calendar.timeZone);
      return beforeDay(to !== undefined && to < today ? to : today);
    },
    before: beforeDay,
    end: (period) => Date.parse(startOfDay(shiftDate(period, BUCKET[grain]), calendar.timeZone)),
  };
}

function hours({ timeZone }: ViewerCalendar, { from, to }: DayRange): AlertPeriods {
  const startOf = hourStartIn(timeZone);
  const instant = (day: string) => Date.parse(startOfDay(day, timeZone));
  const first = from === undefined ? Number.NEGATIVE_INFINITY : instant(from);
  const last = to === undefined ? Number.POSITIVE_INFINITY : instant(to);
  const text = (time: number) => new Date(time).toISOString();
  const beforeTime = (time: number) => {
    const start = startOf(startOf(time) - 1);
    return start >= first ? text(start) : undefined;
  };
  return {
    read: (cell) => {
      const time = typeof cell === 'string' ? Date.parse(cell) : Number.NaN;
      return Number.isNaN(time) ? undefined : text(time);
    },
    lastComplete: (now) => beforeTime(Math.min(now, last)),
    before: (period) => beforeTime(Date.parse(period)),
    end: (period) => hourEndIn(timeZone, Date.parse(period)),
  };
}
