import { listedFrom, listedUntil, type ZoneOffset, zoneOffsets } from '../../time/zone-offsets.ts';
import type { DayRange } from '../plan-period.ts';
import type { Dialect, OffsetDates } from './dialect.ts';
import { sql, trusted } from './fragment.ts';
import type { Sql } from './sql.ts';

/**
 * The day a moment falls on where the viewer lives. Engines that are slow with named zones (DuckDB takes microseconds
 * a row) or may not know them (MySQL without its zone tables) get the zone's offsets written out: one or two over the
 * days that a filter leaves, a tree of comparisons without one.
 */
export function compileLocalDate(
  column: Sql,
  storedZone: string | undefined,
  viewerZone: string,
  range: DayRange,
  dialect: Dialect,
): Sql {
  const native = () => dialect.localDate(column, storedZone, viewerZone);
  const dates = dialect.offsetDates;
  const isInstant = storedZone === undefined || storedZone === 'UTC';
  if (dates === undefined || !isInstant || viewerZone === 'UTC') return native();
  const { offsets, bounded } = zoneOffsets(viewerZone, range);
  const date = dates.date(column, offsetTree(column, offsets, dates));
  if (bounded) return date;
  const [early, late] = [dates.isBefore(column, listedFrom), dates.isBefore(column, listedUntil)];
  return sql`CASE WHEN ${early} THEN ${native()} WHEN ${late} THEN ${date} ELSE ${native()} END`;
}

function offsetTree(column: Sql, offsets: readonly ZoneOffset[], dates: OffsetDates): Sql {
  const middle = Math.ceil(offsets.length / 2);
  const until = offsets[middle - 1]?.until;
  if (offsets.length === 1 || until === undefined) return trusted(String(offsets[0]?.minutes ?? 0));
  const earlier = offsetTree(column, offsets.slice(0, middle), dates);
  const later = offsetTree(column, offsets.slice(middle), dates);
  return sql`CASE WHEN ${dates.isBefore(column, until)} THEN ${earlier} ELSE ${later} END`;
}
