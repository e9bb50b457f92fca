import type { ReportSchedule } from '@inlay/protocol/report-schedule';
import { instantOf, zonedTime } from '../../../platform/time/zoned-time.ts';

type Dated = Exclude<ReportSchedule, { readonly every: 'hour' }>;

/**
 * The first due time after an instant. A local time that a clock change skips is due at the end of the gap, and one that
 * it repeats the first time only.
 *
 * Hours are due whenever the clock shows a full one, so those of a repeated hour are two. Where clocks change by half an
 * hour, as on Lord Howe Island, the next full hour is up to 90 minutes away.
 */
export function nextDue(schedule: ReportSchedule, after: number): number {
  return schedule.every === 'hour'
    ? fullHour(schedule.timeZone, quarterOf(after) + QUARTER, QUARTER)
    : findDue(schedule, { from: localDate(after, schedule), step: 1, accepts: (due) => due > after });
}

/** The last due time at or before an instant. */
export function latestDue(schedule: ReportSchedule, at: number): number {
  // A clock that goes back over midnight shows a date that has ended already.
  const from = () => localDate(at, schedule).add({ days: 1 });
  return schedule.every === 'hour'
    ? fullHour(schedule.timeZone, quarterOf(at), -QUARTER)
    : findDue(schedule, { from: from(), step: -1, accepts: (due) => due <= at });
}

/** Clocks of all zones differ by a multiple of it. */
const QUARTER = 15 * 60_000;

const quarterOf = (time: number) => Math.floor(time / QUARTER) * QUARTER;

function fullHour(timeZone: string, from: number, step: number): number {
  let time = from;
  while (zonedTime(time, timeZone).minute >= 15) time += step;
  return time;
}

const localDate = (time: number, { timeZone }: ReportSchedule) => zonedTime(time, timeZone).toPlainDate();

interface Search {
  readonly from: Temporal.PlainDate;
  readonly step: 1 | -1;
  accepts(due: number): boolean;
}

/** Later dates are due later, so the first one that is accepted is the nearest. */
function findDue(schedule: Dated, { from, step, accepts }: Search): number {
  let date = dueDate(schedule, from, step);
  for (;;) {
    const due = dueOn(schedule, date);
    if (due !== undefined && accepts(due)) return due;
    date = dueDate(schedule, date.add({ days: step }), step);
  }
}

/** The nearest date of a schedule, itself included. */
function dueDate(schedule: Dated, from: Temporal.PlainDate, step: 1 | -1): Temporal.PlainDate {
  let date = from;
  while (!isDueOn(schedule, date)) date = date.add({ days: step });
  return date;
}

function isDueOn(schedule: Dated, date: Temporal.PlainDate): boolean {
  if (schedule.every === 'workday') return date.dayOfWeek <= 5;
  if (schedule.every === 'week') return date.dayOfWeek === schedule.weekday;
  if (schedule.every === 'month') return date.day === Math.min(schedule.day, date.daysInMonth);
  return true;
}

/**
 * Undefined for a day that a zone skipped when it crossed the date line, unless nothing else would be sent that week or
 * month.
 */
function dueOn({ every, at, timeZone }: Dated, date: Temporal.PlainDate): number | undefined {
  const isDaily = every === 'day' || every === 'workday';
  if (isDaily && !date.toZonedDateTime(timeZone).toPlainDate().equals(date)) return undefined;
  return instantOf(date.toPlainDateTime(at), timeZone).epochMilliseconds;
}
