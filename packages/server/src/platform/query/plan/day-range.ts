import type { Scalar } from '@inlay/protocol/query';
import { addDays, type CalendarDate } from '../../time/calendar-date.ts';
import { isDate } from '../../time/zoned-time.ts';
import type { DatedFilter } from './period-days.ts';

/** Days from `from` up to, not including, `to`; an absent bound is open. */
export interface DayRange {
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
}

/** The days that the filters on a column leave, as far as they are given as days. */
export function dayRangeOf(filters: readonly DatedFilter[], column: string): DayRange {
  let range: DayRange = {};
  const from = (value: Scalar, days: number) => {
    if (typeof value !== 'string' || !isDate(value)) return;
    const day = addDays(value, days);
    if (range.from === undefined || day > range.from) range = { ...range, from: day };
  };
  const to = (value: Scalar, days: number) => {
    if (typeof value !== 'string' || !isDate(value)) return;
    const day = addDays(value, days);
    if (range.to === undefined || day < range.to) range = { ...range, to: day };
  };
  for (const filter of filters) {
    if (filter.column !== column) continue;
    if (filter.operator === 'between') {
      from(filter.from, 0);
      to(filter.to, 1);
    } else if (filter.operator === 'greater-or-equal') from(filter.value, 0);
    else if (filter.operator === 'greater') from(filter.value, 1);
    else if (filter.operator === 'less-or-equal') to(filter.value, 1);
    else if (filter.operator === 'less') to(filter.value, 0);
    else if (filter.operator === 'equals') {
      from(filter.value, 0);
      to(filter.value, 1);
    }
  }
  return range;
}

/** All days of some ranges, and whether there are none in between. */
export function envelopeOf(ranges: readonly DayRange[]): {
  readonly range: DayRange;
  readonly isContiguous: boolean;
} {
  const sorted = ranges.toSorted(byStart);
  const start = startOf(sorted[0] ?? {});
  let end = start;
  let isContiguous = true;
  for (const range of sorted) {
    if (startOf(range) > end || endOf(range) < startOf(range)) isContiguous = false;
    if (endOf(range) > end) end = endOf(range);
  }
  const range = { ...(start === FIRST ? {} : { from: start }), ...(end === LAST ? {} : { to: end }) };
  const isOpen = ({ from, to }: DayRange) => from === undefined && to === undefined;
  // Rows without a date are in no range that has a bound.
  if (isOpen(range) && !ranges.some(isOpen)) isContiguous = false;
  return { range, isContiguous };
}

/** Groups things whose days overlap. */
export function overlapping<Item>(
  items: readonly Item[],
  rangeOf: (item: Item) => DayRange,
): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  let end = FIRST;
  for (const item of items.toSorted((a, b) => byStart(rangeOf(a), rangeOf(b)))) {
    const range = rangeOf(item);
    if (groups.length > 0 && startOf(range) < end) groups.at(-1)?.push(item);
    else groups.push([item]);
    if (endOf(range) > end) end = endOf(range);
  }
  return groups;
}

/** Before and after every day. */
const FIRST = '';
const LAST = '~';
const startOf = ({ from }: DayRange) => from ?? FIRST;
const endOf = ({ to }: DayRange) => to ?? LAST;
const byStart = (a: DayRange, b: DayRange) =>
  startOf(a) === startOf(b) ? 0 : startOf(a) < startOf(b) ? -1 : 1;
