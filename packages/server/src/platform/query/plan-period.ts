import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { QuerySpec, Scalar, ViewerCalendar } from '@inlay/protocol/query';
import { allOf, type Condition } from '../rules/condition.ts';
import {
  addDays,
  BUCKET,
  type CalendarDate,
  type Shift,
  shiftBetween,
  shiftDate,
} from '../time/calendar-date.ts';
import { isDate } from '../time/zoned-time.ts';
import type { DatedFilter } from './period-days.ts';
import { planFilter } from './plan-filters.ts';
import { QueryError } from './query-error.ts';

/** Days from `from` up to, not including, `to`; an absent bound is open. */
export interface DayRange {
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
}

export interface PlannedComparison {
  readonly column: DatasetColumn;
  readonly current: Condition;
  readonly previous: Condition;
  readonly shift: Shift;
  /** From the first day of the earlier period to the end of the later one. */
  readonly range: DayRange;
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

export function planComparison(
  comparison: NonNullable<QuerySpec['comparison']>,
  filters: readonly DatedFilter[],
  column: DatasetColumn,
  calendar: ViewerCalendar,
): PlannedComparison {
  if (column.type !== 'date' && column.type !== 'datetime') {
    throw new QueryError(
      '/comparison/column',
      `a comparison requires a date column, but ${column.name} is ${column.type}`,
    );
  }
  const { from, to } = dayRangeOf(filters, column.name);
  if (from === undefined || to === undefined || from >= to) {
    throw new QueryError(
      '/comparison',
      `a comparison requires a filter on ${column.name} with a first and a last day, such as between 2026-03-01 and 2026-03-31`,
    );
  }
  const [bound, ...others] = filters.filter((filter) => filter.column === column.name);
  const ofPeriod = bound?.operator === 'between' && others.length === 0 ? bound.shift : undefined;
  const shift = comparison.with === 'previous-year' ? BUCKET.year : (ofPeriod ?? shiftBetween(from, to));
  const back = (day: CalendarDate) => shiftDate(day, shift, -1);
  const within = (first: CalendarDate, end: CalendarDate): Condition =>
    allOf([
      planFilter(
        { column: column.name, operator: 'greater-or-equal', value: first },
        column,
        calendar,
        '/comparison',
      ),
      planFilter({ column: column.name, operator: 'less', value: end }, column, calendar, '/comparison'),
    ]);
  return {
    column,
    shift,
    range: { from: back(from), to },
    current: within(from, to),
    previous: within(back(from), back(to)),
  };
}
