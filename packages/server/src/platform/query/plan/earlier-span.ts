import type { Filter, QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import { addDays, BUCKET, bucketStart, type CalendarDate, shiftDate } from '../../time/calendar-date.ts';
import { hourStartIn } from '../../time/hour-starts.ts';
import { dayAt, zonedTime } from '../../time/zoned-time.ts';
import type { PlannedDimension } from './plan-dimensions.ts';
import type { PlannedPart, RequestedDays } from './plan-parts.ts';

export type EarlierSpan = Omit<NonNullable<QueryResult['before']>, 'values'>;

/** The days of a comparison without those that are still to come (ADR 310). */
export function daysSoFar(compared: RequestedDays, calendar: ViewerCalendar, now: number): RequestedDays {
  const tomorrow = addDays(dayAt(now, calendar.timeZone), 1);
  const { from, to } = compared.range;
  const isRunning = from !== undefined && to !== undefined && from < tomorrow && tomorrow < to;
  return isRunning ? { ...compared, range: { from, to: tomorrow } } : compared;
}

/** The earlier days that a comparison reads. */
export function comparedSpan(
  { range: { to: end } }: RequestedDays,
  { dated }: Pick<PlannedPart, 'dated'>,
): EarlierSpan | undefined {
  const { from, to } = dated?.range ?? {};
  if (from === undefined || to === undefined || end === undefined) return undefined;
  return { from, to: addDays(to, -1), until: addDays(end, -1) };
}

/** The period before the one that is not over, up to the same point: a day of it, or a moment for hours and days. */
export function spanBefore(
  { column, grain, incomplete }: PlannedDimension,
  calendar: ViewerCalendar,
  now: number,
): { readonly span: EarlierSpan; readonly filter: Filter } | undefined {
  if (grain === undefined || incomplete === undefined) return undefined;
  const { timeZone } = calendar;
  const less = (value: string): Filter => ({ column: column.name, operator: 'less', value });
  const upTo = (from: string, to: string) => ({
    span: { from, to, until: incomplete.until },
    filter: less(to),
  });
  if (grain === 'hour') {
    const hourStart = hourStartIn(timeZone);
    const from = hourStart(Date.parse(incomplete.value) - 1);
    return upTo(new Date(from).toISOString(), minuteOf(from + (now - hourStart(now))));
  }
  const today = dayAt(now, timeZone);
  const from: CalendarDate = bucketStart(shiftDate(today, BUCKET[grain], -1), grain, calendar);
  if (grain === 'day' && column.type === 'datetime') {
    const moment = zonedTime(now, timeZone).subtract({ days: 1 }).epochMilliseconds;
    return upTo(from, minuteOf(moment));
  }
  const to = shiftDate(today, BUCKET[grain], -1);
  return { span: { from, to, until: today }, filter: less(addDays(to, 1)) };
}

const minuteOf = (time: number) => new Date(time - (time % 60_000)).toISOString();

/** The query as it was one period ago. */
export function earlierQuery(spec: QuerySpec, filter: Filter): QuerySpec {
  const { equalSpans: _, totals: __, subtotals: ___, ...rest } = spec;
  return { ...rest, filters: [...(spec.filters ?? []), filter] };
}
