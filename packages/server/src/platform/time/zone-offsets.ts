import type { DayRange } from '../query/plan-period.ts';
import { offsetMinutes, startOfDay } from './zoned-time.ts';

/** A stretch of time in which a zone keeps one distance from UTC. */
export interface ZoneOffset {
  readonly minutes: number;
  /** Milliseconds since 1970 at which the next stretch begins; absent on the last. */
  readonly until?: number;
}

/** Where transitions are listed; times outside are left to the engine's own knowledge of zones. */
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
  // Morocco changes its clocks twice within five weeks, so a step is one week.
  const week = 7 * 86_400_000;
  const offsets: ZoneOffset[] = [];
  let minutes = offsetMinutes(listedFrom, zone);
  for (let time = listedFrom; time < listedUntil; time += week) {
    const next = offsetMinutes(time + week, zone);
    if (next === minutes) continue;
    offsets.push({ minutes, until: changeBetween(time, time + week, zone) });
    minutes = next;
  }
  offsets.push({ minutes });
  if (known.size < 1000) known.set(zone, offsets);
  return offsets;
}

/** The first whole minute after a change; offsets only ever change on one. */
function changeBetween(from: number, to: number, zone: string): number {
  const minute = 60_000;
  let [low, high] = [from / minute, to / minute];
  const before = offsetMinutes(from, zone);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMinutes(middle * minute, zone) === before) low = middle;
    else high = middle;
  }
  return high * minute;
}
