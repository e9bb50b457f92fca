import type { DayRange } from '../query/plan/day-range.ts';
import { startOfDay, zonedTime } from './zoned-time.ts';

/** A stretch of time in which a zone keeps one distance from UTC. */
export interface ZoneOffset {
  readonly minutes: number;
  /** Milliseconds since 1970 at which the next stretch begins; absent on the last. */
  readonly until?: number;
}

/** The range of listed transitions; outside of it, the engine's own zone data applies. */
export const listedFrom = Date.UTC(2000, 0, 1);
export const listedUntil = Date.UTC(2038, 0, 1);

/** The offsets of a zone over some days of it, or over all listed time where the days have no bounds there. */
export function zoneOffsets(
  zone: string,
  range: DayRange,
): { readonly offsets: readonly ZoneOffset[]; readonly bounded: boolean } {
  const all = listOffsets(zone);
  if (range.from === undefined || range.to === undefined) return { offsets: all, bounded: false };
  const from = Date.parse(startOfDay(range.from, zone));
  const to = Date.parse(startOfDay(range.to, zone));
  if (from < listedFrom || to > listedUntil) return { offsets: all, bounded: false };
  const first = all.findIndex(({ until }) => until === undefined || from < until);
  const last = all.findIndex(({ until }) => until === undefined || to <= until);
  const offsets = all.slice(first, last + 1);
  return {
    offsets: offsets.map((offset, index) =>
      index === offsets.length - 1 ? { minutes: offset.minutes } : offset,
    ),
    bounded: true,
  };
}

const known = new Map<string, readonly ZoneOffset[]>();

function listOffsets(zone: string): readonly ZoneOffset[] {
  const listed = known.get(zone);
  if (listed !== undefined) return listed;
  const offsets: ZoneOffset[] = [];
  let at = zonedTime(listedFrom, zone);
  for (;;) {
    const minutes = Math.round(at.offsetNanoseconds / 60e9);
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds > listedUntil) {
      offsets.push({ minutes });
      break;
    }
    offsets.push({ minutes, until: next.epochMilliseconds });
    at = next;
  }
  if (known.size < 1000) known.set(zone, offsets);
  return offsets;
}
