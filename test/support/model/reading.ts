import type { Filter, QuerySpec, Scalar } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import { DISTANCE, daysOf, type Shift, shiftDay, type Today } from './evaluate-time.ts';
import { Refused } from './refused.ts';

/** Days from the first up to, but without, the last. */
export interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Rows that a measure reads instead of those that the filters select. */
export interface Reading {
  /** A date column as the query writes it. */
  readonly column: string;
  /** The days that rows fall on, once they are as much later as they count. */
  readonly range: DayRange;
  readonly shift?: Shift | undefined;
}

export const readingKey = (reading: Reading | undefined) =>
  reading === undefined
    ? 'current'
    : JSON.stringify([reading.column, reading.range.from, reading.range.to, reading.shift]);

const isDay = (value: Scalar) => /^\d{4}-\d\d-\d\d$/.test(String(value));
const dayAfter = (day: Scalar) => shiftDay(String(day), DISTANCE.day);

type PeriodFilter = Extract<Filter, { operator: 'in-period' }>;
/** A filter with the days of its period. */
export type DatedFilter = Exclude<Filter, PeriodFilter> & { readonly shift?: Shift };

/** Nothing for all time. */
export function datedFilter(filter: Filter, today: Today): DatedFilter | undefined {
  if (filter.operator !== 'in-period') return filter;
  const days = daysOf(filter.period, today);
  return days && { column: filter.column, operator: 'between', ...days };
}

/** The first and the last day of a filter, as far as it has them. */
function rangeOfFilter(filter: DatedFilter): DayRange | undefined {
  switch (filter.operator) {
    case 'between':
      return {
        ...(isDay(filter.from) ? { from: String(filter.from) } : {}),
        ...(isDay(filter.to) ? { to: dayAfter(filter.to) } : {}),
      };
    case 'equals':
      return isDay(filter.value) ? { from: String(filter.value), to: dayAfter(filter.value) } : {};
    case 'greater':
      return isDay(filter.value) ? { from: dayAfter(filter.value) } : {};
    case 'greater-or-equal':
      return isDay(filter.value) ? { from: String(filter.value) } : {};
    case 'less':
      return isDay(filter.value) ? { to: String(filter.value) } : {};
    case 'less-or-equal':
      return isDay(filter.value) ? { to: dayAfter(filter.value) } : {};
    default:
      return undefined;
  }
}

/** A filter that only bounds the days of a column, in whole days. */
export function boundsDays(filter: DatedFilter, column: string): boolean {
  const range = filter.column === column ? rangeOfFilter(filter) : undefined;
  const sides = filter.operator === 'between' || filter.operator === 'equals' ? 2 : 1;
  return range !== undefined && Object.keys(range).length >= sides;
}

/** Whether a filter on the column begins or ends within a day. */
export const hasTimes = (filters: readonly DatedFilter[], column: string) =>
  filters.some(
    (filter) =>
      filter.column === column && rangeOfFilter(filter) !== undefined && !boundsDays(filter, column),
  );

/** The days of a column that the filters leave. */
export function rangeOf(filters: readonly DatedFilter[], column: string): DayRange {
  const ranges = filters.flatMap((filter) => (filter.column === column ? (rangeOfFilter(filter) ?? []) : []));
  return {
    from: ranges
      .flatMap(({ from }) => from ?? [])
      .toSorted()
      .at(-1),
    to: ranges.flatMap(({ to }) => to ?? []).toSorted()[0],
  };
}

/** The rows that a comparison shows beside the current ones. */
export function comparedReading(
  comparison: QuerySpec['comparison'],
  filters: readonly DatedFilter[],
  type: ColumnType,
): Reading | undefined {
  if (comparison === undefined) return undefined;
  const { column } = comparison;
  const { from, to } = rangeOf(filters, column);
  if ((type !== 'date' && type !== 'datetime') || hasTimes(filters, column))
    throw new Refused('whole days are compared');
  if (from === undefined || to === undefined || from >= to) throw new Refused('no period to compare');
  if (comparison.with === 'previous-year') return { column, range: { from, to }, shift: DISTANCE.year };
  // A period is compared with the same part of the one before it.
  const [bound, ...others] = filters.filter((filter) => boundsDays(filter, column));
  const ofPeriod = others.length === 0 ? bound?.shift : undefined;
  return { column, range: { from, to }, shift: ofPeriod ?? distanceBetween(from, to) };
}

/** Whole months stay months. */
function distanceBetween(from: string, to: string): Shift {
  const day = (text: string) => Number(text.slice(8));
  const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  if (day(from) === 1 && day(to) === 1) return { unit: 'months', count: months(to) - months(from) };
  return { unit: 'days', count: (Date.parse(to) - Date.parse(from)) / 86_400_000 };
}
