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
