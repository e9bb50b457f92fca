import type { DayRange } from '../query/plan/day-range.ts';
import { zoneOffsets } from './zone-offsets.ts';

const HOUR = 3_600_000;

/** A stretch of time in which the hours of a zone begin at the same minute past the UTC hour. */
export interface HourStarts {
  /** 30 in India, 15 in Nepal, 0 nearly everywhere. */
  readonly minute: number;
  /** Milliseconds since 1970 at which the next stretch begins; absent on the last. */
  readonly until?: number;
}

/**
 * When the hours of a zone begin, over some days of it. Only few zones change the minute, such as Lord Howe Island, whose
 * clocks change by half an hour. An hour that a change cuts ends there, and what is left of the other one begins there:
 * hours are instants that never overlap, so one that the clock repeats stays two.
 */
export function hourStarts(zone: string, range: DayRange): readonly HourStarts[] {
  const starts: HourStarts[] = [];
  const add = (minute: number, until: number | undefined) => {
    if (starts.at(-1)?.minute === minute) starts.pop();
    starts.push(until === undefined ? { minute } : { minute, until });
  };
  let change: number | undefined;
  for (const { minutes, until } of zoneOffsets(zone, range).offsets) {
    const minute = minuteOfHour(-minutes * 60_000);
    const rest = change === undefined ? undefined : change + untilMinute(change, minute);
    if (rest !== undefined && change !== undefined && rest > change) add(minuteOfHour(change), rest);
    add(minute, until);
    change = until;
  }
  return starts;
}

/** A function that returns when the hour of an instant begins in a zone, in milliseconds since 1970. */
export function hourStartIn(zone: string): (time: number) => number {
  const starts = hourStarts(zone, {});
  return (time) => {
    const { minute = 0 } = starts.find(({ until }) => until === undefined || time < until) ?? {};
    const shift = minute * 60_000;
    return Math.floor((time - shift) / HOUR) * HOUR + shift;
  };
}

/** When an hour of a zone ends that begins at this instant. */
export function hourEndIn(zone: string, start: number): number {
  const startOf = hourStartIn(zone);
  const end = start + HOUR;
  if (startOf(start) !== start || startOf(end - 1) === start) return end;
  let cut = start;
  while (startOf(cut) === start) cut += 60_000;
  return cut;
}

const minuteOfHour = (time: number) => ((Math.floor(time / 60_000) % 60) + 60) % 60;

/** Milliseconds from an instant to the next one at this minute past the hour. */
const untilMinute = (time: number, minute: number) => ((minute - minuteOfHour(time) + 60) % 60) * 60_000;
