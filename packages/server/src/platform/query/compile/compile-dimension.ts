import type { ViewerCalendar } from '@inlay/protocol/query';
import type { Literal } from '../../rules/typed-literal.ts';
import type { DateGrain, Shift } from '../../time/calendar-date.ts';
import { type HourStarts, hourStarts } from '../../time/hour-starts.ts';
import { listedFrom, listedUntil, type ZoneOffset, zoneOffsets } from '../../time/zone-offsets.ts';
import type { DayRange } from '../plan/day-range.ts';
import type { PlannedDimension } from '../plan/plan-dimensions.ts';
import type { Dialect, OffsetDates } from '../text/dialect.ts';
import { sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';

export interface DimensionContext {
  readonly calendar: ViewerCalendar;
  readonly dialect: Dialect;
  /** The days that the statement's own conditions leave. */
  readonly range: DayRange;
  /** For a row of the compared period: the distance to the bucket that it is compared with. */
  readonly shift: Shift | undefined;
}

/**
 * What rows are grouped by. With a shift, a row of the compared period falls into the bucket it is compared with:
 * the shift is applied before the bucket is found, so that months of different length stay months.
 */
export function compileDimension(
  dimension: PlannedDimension,
  source: Sql,
  { calendar, dialect, range, shift }: DimensionContext,
): Sql {
  const { column, grain } = dimension;
  if (column.type === 'string') return dialect.textKey(source);
  if (column.type !== 'date' && column.type !== 'datetime') return source;
  if (column.type === 'datetime' && grain === undefined) return dialect.instant(source, column.timeZone);
  if (grain === 'hour') {
    const instant = dialect.instant(source, column.timeZone);
    const shifted = shift === undefined ? instant : dialect.addHours(instant, shift.count * 24);
    return compileHour(shifted, calendar.timeZone, shift === undefined ? range : {}, dialect);
  }
  const day =
    column.type === 'date'
      ? source
      : compileLocalDate(source, column.timeZone, calendar.timeZone, range, dialect);
  const shifted = shift === undefined ? day : compileShift(day, shift, dialect);
  return grain === undefined ? shifted : compileBucket(shifted, grain, calendar, dialect);
}

export function compileShift(date: Sql, shift: Shift, dialect: Dialect): Sql {
  return shift.unit === 'months' ? dialect.addMonths(date, shift.count) : dialect.addDays(date, shift.count);
}

export function compileBucket(date: Sql, grain: DateGrain, calendar: ViewerCalendar, dialect: Dialect): Sql {
  switch (grain) {
    case 'day':
      return date;
    case 'week':
      return dialect.weekStart(date, calendar.weekStart);
    case 'fiscal-quarter':
    case 'fiscal-year': {
      const unit = grain === 'fiscal-year' ? 'year' : 'quarter';
      const months = calendar.fiscalYearStart - 1;
      if (months === 0) return dialect.dateTrunc(unit, date);
      return dialect.addMonths(dialect.dateTrunc(unit, dialect.addMonths(date, -months)), months);
    }
    default:
      return dialect.dateTrunc(grain, date);
  }
}

/** The start of the hour of an instant. Buckets are instants, so the repeated hour in autumn stays two hours. */
export function compileHour(instant: Sql, timeZone: string, range: DayRange, dialect: Dialect): Sql {
  const among = (starts: readonly HourStarts[]): Sql => {
    const middle = Math.ceil(starts.length / 2);
    const until = starts[middle - 1]?.until;
    if (starts.length === 1 || until === undefined) return dialect.hourStart(instant, starts[0]?.minute ?? 0);
    const change: Literal = { type: 'datetime', text: new Date(until).toISOString(), origin: 'filter' };
    return sql`CASE WHEN ${instant} < ${change} THEN ${among(starts.slice(0, middle))} ELSE ${among(starts.slice(middle))} END`;
  };
  return among(hourStarts(timeZone, range));
}

/**
 * The day of a moment in the viewer's time zone. Engines that are slow with named zones (DuckDB takes microseconds
 * per row) or may not know them (MySQL without its zone tables) get the zone's offsets written out: one or two over the
 * days that a filter leaves, a tree of comparisons without one.
 */
export function compileLocalDate(
  column: Sql,
  storedZone: string | undefined,
  viewerZone: string,
  range: DayRange,
  dialect: Dialect,
): Sql {
  const dates = dialect.offsetDates;
  return compileLocal(
    { column, storedZone, viewerZone, range },
    {
      native: () => dialect.localDate(column, storedZone, viewerZone),
      atOffset: dates && ((minutes) => dates.date(column, minutes)),
    },
    dialect,
  );
}

interface LocalMoment {
  readonly column: Sql;
  readonly storedZone: string | undefined;
  readonly viewerZone: string;
  readonly range: DayRange;
}

/** What the viewer's clock shows at a moment: natively, or by offsets in minutes where the dialect has them. */
export function compileLocal(
  { column, storedZone, viewerZone, range }: LocalMoment,
  { native, atOffset }: { native: () => Sql; atOffset: ((minutes: Sql) => Sql) | undefined },
  dialect: Dialect,
): Sql {
  const dates = dialect.offsetDates;
  const isInstant = storedZone === undefined || storedZone === 'UTC';
  if (dates === undefined || atOffset === undefined || !isInstant || viewerZone === 'UTC') return native();
  const { offsets, bounded } = zoneOffsets(viewerZone, range);
  const local = atOffset(offsetTree(column, offsets, dates));
  if (bounded) return local;
  const [early, late] = [dates.isBefore(column, listedFrom), dates.isBefore(column, listedUntil)];
  return sql`CASE WHEN ${early} THEN ${native()} WHEN ${late} THEN ${local} ELSE ${native()} END`;
}

function offsetTree(column: Sql, offsets: readonly ZoneOffset[], dates: OffsetDates): Sql {
  const middle = Math.ceil(offsets.length / 2);
  const until = offsets[middle - 1]?.until;
  if (offsets.length === 1 || until === undefined) return trusted(String(offsets[0]?.minutes ?? 0));
  const earlier = offsetTree(column, offsets.slice(0, middle), dates);
  const later = offsetTree(column, offsets.slice(middle), dates);
  return sql`CASE WHEN ${dates.isBefore(column, until)} THEN ${earlier} ELSE ${later} END`;
}
