import type { ViewerCalendar } from '@inlay/protocol/query';
import type { DateGrain, Shift } from '../../time/calendar-date.ts';
import { listedFrom, listedUntil, type ZoneOffset, zoneOffsets } from '../../time/zone-offsets.ts';
import { offsetMinutes } from '../../time/zoned-time.ts';
import type { DayRange } from '../day-range.ts';
import type { PlannedDimension } from '../plan-dimensions.ts';
import type { Dialect, OffsetDates } from './dialect.ts';
import { sql, trusted } from './fragment.ts';
import type { Sql } from './sql.ts';

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
    return dialect.hourStart(shifted, minuteOfHourStart(calendar.timeZone));
  }
  const day =
    column.type === 'date'
      ? source
      : compileLocalDate(source, column.timeZone, calendar.timeZone, range, dialect);
  const shifted = shift === undefined ? day : shiftDate(day, shift, dialect);
  return grain === undefined ? shifted : compileBucket(shifted, grain, calendar, dialect);
}

function shiftDate(date: Sql, shift: Shift, dialect: Dialect): Sql {
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

/**
 * The minute past the UTC hour at which a zone's hours begin: 30 in India, 15 in Nepal, 0 nearly everywhere.
 * Buckets are instants, so the repeated hour in autumn stays two hours.
 */
export function minuteOfHourStart(timeZone: string): number {
  const offset = offsetMinutes(Date.UTC(2025, 0, 1), timeZone);
  return (60 - (((offset % 60) + 60) % 60)) % 60;
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
