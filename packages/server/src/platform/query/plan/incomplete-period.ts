import type { ViewerCalendar } from '@inlay/protocol/query';
import type { Cell, ResultColumn } from '@inlay/protocol/result';
import { bucketStart } from '../../time/calendar-date.ts';
import { hourStartIn } from '../../time/hour-starts.ts';
import { dayAt } from '../../time/zoned-time.ts';
import type { PlannedDimension } from './plan-dimensions.ts';

type Incomplete = NonNullable<ResultColumn['incomplete']>;

/**
 * The period of a dimension that is not over. None if the filters end before today: then the period is as complete as
 * it will be.
 */
export function incompletePeriod(
  { grain, range }: Pick<PlannedDimension, 'grain' | 'range'>,
  calendar: ViewerCalendar,
  now: number,
): Incomplete | undefined {
  if (grain === undefined) return undefined;
  const today = dayAt(now, calendar.timeZone);
  if (range.to !== undefined && range.to <= today) return undefined;
  const instant = new Date(now - (now % 60_000)).toISOString();
  if (grain === 'hour')
    return { value: new Date(hourStartIn(calendar.timeZone)(now)).toISOString(), until: instant };
  return { value: bucketStart(today, grain, calendar), until: grain === 'day' ? instant : today };
}

/** The period, if no later one has rows: rows in the future are plans, and plans may be complete. */
export function ifLast(incomplete: Incomplete | undefined, values: readonly Cell[]): Incomplete | undefined {
  if (incomplete === undefined) return undefined;
  const start = Date.parse(incomplete.value);
  return values.some((value) => startOf(value) > start) ? undefined : incomplete;
}

/** The period as the column writes it, if the column has it. */
export function ifShown(incomplete: Incomplete | undefined, values: readonly Cell[]): Incomplete | undefined {
  if (incomplete === undefined) return undefined;
  const start = Date.parse(incomplete.value);
  const value = values.findLast((cell) => startOf(cell) === start);
  return typeof value === 'string' ? { ...incomplete, value } : undefined;
}

const startOf = (cell: Cell): number => (typeof cell === 'string' ? Date.parse(cell) : Number.NaN);
