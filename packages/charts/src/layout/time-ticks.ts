import type { Grain } from '@inlay/protocol/query';
import { type TimeInterval, timeInterval, utcDay, utcHour, utcMinute, utcMonth, utcYear } from 'd3-time';
import { fiscalQuarter, fiscalYear, timeWriter } from '../format/format-date.ts';
import type { Locale } from '../format/locale.ts';
import { textWidth } from './text-width.ts';

export interface TimeTick {
  readonly time: number;
  /** The index of the bucket, if ticks must be on buckets. */
  readonly index: number;
  readonly label: string;
  /** The larger unit (year, month), shown below the first tick and whenever it changes. */
  readonly context: string;
}

interface Level {
  /** The ticks of this level; undefined if there are more than `most`. */
  readonly pick: (times: readonly number[], onBuckets: boolean, most: number) => readonly Place[] | undefined;
  readonly label: (time: number, locale: Locale) => string;
  readonly context: (time: number, locale: Locale) => string;
}

type Place = Pick<TimeTick, 'time' | 'index'>;

const noContext = () => '';
const yearOf = timeWriter({ year: 'numeric' });
const monthAndYear = timeWriter({ month: 'short', year: 'numeric' });
const monthOf = timeWriter({ month: 'short' });
const dayAndMonth = timeWriter({ day: 'numeric', month: 'short' });
const dayOf = timeWriter({ day: 'numeric' });
const clock = timeWriter({ hour: '2-digit', minute: '2-digit' });
const quarterOf = (time: number, locale: Locale) =>
  locale.messages.quarter({ quarter: Math.floor(new Date(time).getUTCMonth() / 3) + 1 });

const minutes = [1, 5, 15, 30].map((n) => level(utcMinute.every(n), clock, dayAndMonth));
const hours = [1, 3, 6, 12].map((n) => level(utcHour.every(n), clock, dayAndMonth));
// Every week of a month from its first: never a 29th beside the next 1st.
const weekly = timeInterval(
  (date) => {
    date.setUTCHours(0, 0, 0, 0);
    date.setUTCDate(1 + 7 * Math.min(3, Math.floor((date.getUTCDate() - 1) / 7)));
  },
  (date, step) => {
    for (let i = 0; i < step; i += 1) {
      const day = date.getUTCDate();
      if (day < 22) date.setUTCDate(day + 7);
      else date.setUTCMonth(date.getUTCMonth() + 1, 1);
    }
  },
);
const days = [utcDay, utcDay.every(2), weekly].map((interval) => level(interval, dayOf, monthAndYear));
const weeks = [1, 2, 4].map((n) => ({ pick: everyNth(n), label: dayAndMonth, context: yearOf }));
const months = [1, 3, 6].map((n) => level(utcMonth.every(n), monthOf, yearOf));
const years = [1, 2, 5, 10, 20, 50, 100].map((n) => level(utcYear.every(n), yearOf, noContext));

function levelsFor(grain: Grain | undefined): readonly Level[] {
  switch (grain) {
    case 'hour':
      return [...hours, ...days, ...months, ...years];
    case 'day':
      return [...days, ...months, ...years];
    case 'week':
      return [...weeks, ...months, ...years];
    case 'month':
      return [...months, ...years];
    case 'quarter':
      return [level(utcMonth.every(3), quarterOf, yearOf), ...years];
    case 'year':
      return years;
    case 'fiscal-quarter':
      return [1, 2, 4].map((n) => ({
        pick: everyNth(n),
        label: (time, locale) => locale.messages.quarter({ quarter: fiscalQuarter(new Date(time), locale) }),
        context: (time, locale) => fiscalYear(new Date(time), locale),
      }));
    case 'fiscal-year':
      return [1, 2, 5, 10].map((n) => ({
        pick: everyNth(n),
        label: (time, locale) => fiscalYear(new Date(time), locale),
        context: noContext,
      }));
    default:
      return [...minutes, ...hours, ...days, ...months, ...years];
  }
}

/** The finest calendar ticks whose labels fit side by side in `width` pixels. `times` ascend. */
export function timeTicks(
  times: readonly number[],
  grain: Grain | undefined,
  width: number,
  onBuckets: boolean,
  locale: Locale,
  fontSize: number,
): readonly TimeTick[] {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  for (const { pick, label, context } of levelsFor(grain)) {
    const picked = pick(times, onBuckets, Math.floor(width / 16));
    if (!picked || (picked.length === 0 && times.length > 1)) continue;
    let previous = '';
    const ticks = picked.map(({ time, index }) => {
      const larger = context(time, locale);
      const tick = { time, index, label: label(time, locale), context: larger === previous ? '' : larger };
      previous = larger;
      return tick;
    });
    const at = (tick: TimeTick) =>
      onBuckets
        ? ((tick.index + 0.5) / times.length) * width
        : span > 0
          ? ((tick.time - (times[0] ?? 0)) / span) * width
          : 0;
    if (fits(ticks, at, fontSize)) return ticks;
  }
  return [];
}

function fits(ticks: readonly TimeTick[], at: (tick: TimeTick) => number, fontSize: number): boolean {
  let labelEnd = Number.NEGATIVE_INFINITY;
  for (const tick of ticks) {
    const half = textWidth(tick.label, fontSize) / 2;
    if (at(tick) - half < labelEnd + 12) return false;
    labelEnd = at(tick) + half;
  }
  return true;
}

function level(interval: TimeInterval | null, label: Level['label'], context: Level['context']): Level {
  return { pick: interval ? onBoundaries(interval) : () => [], label, context };
}

function onBoundaries(interval: TimeInterval): Level['pick'] {
  return (times, onBuckets, most) => {
    const first = times[0] ?? 0;
    const last = times.at(-1) ?? first;
    const start = interval.floor(new Date(first));
    const length = interval.offset(start, 1).getTime() - start.getTime();
    // Enumerated only if they can fit: hourly ticks of a year would be thousands of dates.
    if ((last - first) / length > most * 2) return undefined;
    if (!onBuckets) {
      const dates = interval.range(interval.ceil(new Date(first)), new Date(last + 1));
      return dates.length > most ? undefined : dates.map((date) => ({ time: date.getTime(), index: -1 }));
    }
    // A bucket gets a tick when it is the first at or after a boundary.
    const picked: Place[] = [];
    let next = interval.ceil(new Date(first));
    for (let index = 0; index < times.length; index += 1) {
      const time = times[index] as number;
      if (time < next.getTime()) continue;
      if (picked.push({ time, index }) > most) return undefined;
      next = interval.offset(interval.floor(new Date(time)), 1);
    }
    return picked;
  };
}

function everyNth(n: number): Level['pick'] {
  return (times, _onBuckets, most) => {
    if (times.length / n > most) return undefined;
    return times.map((time, index) => ({ time, index })).filter(({ index }) => index % n === 0);
  };
}
