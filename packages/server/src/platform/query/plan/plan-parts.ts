import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import { allOf, type Condition, type QueryColumn } from '../../rules/condition.ts';
import { addDays, BUCKET, type Shift, shiftBetween, shiftDate } from '../../time/calendar-date.ts';
import { QueryError } from '../errors/query-error.ts';
import { type DayRange, dayRangeOf } from './day-range.ts';
import type { DatedFilter } from './period-days.ts';
import { planFilter } from './plan-filters.ts';

/** Rows that the statement reads for themselves. Each measured value belongs to one part. */
export interface PlannedPart {
  /** The viewer's filters. */
  readonly filter: Condition;
  /** The column whose days the part reads differently from the filters, or from another part. */
  readonly dated?: {
    readonly column: QueryColumn;
    /** Days that contain those of the part. */
    readonly range: DayRange;
    /** Rows count as this much later than they are. */
    readonly shift?: Shift;
  };
}

/** Which days of a date column are read, instead of those that the filters select. */
export interface RequestedDays {
  readonly column: QueryColumn;
  /** The days in the result; rows are read from as much earlier as they are shifted by. */
  readonly range: DayRange;
  readonly shift?: Shift;
}

/** What the parts of a plan have in common if they differ in the days of one column only. */
export interface PartsByDay {
  readonly column: QueryColumn;
  /** The viewer's filters, except those on these days. */
  readonly rest: Condition;
  /** The days of each part. */
  readonly ranges: readonly DayRange[];
}

/** A filter of the query, and what it means. */
export interface PlannedFilter {
  /** Absent for a group of alternatives, and for chosen values. */
  readonly filter?: DatedFilter;
  readonly condition: Condition;
}

/** The parts of a plan, which measures add as they need them. The first are the current rows. */
export interface Parts {
  readonly all: readonly PlannedPart[];
  /** The days of a column that the filters select. */
  rangeOf(column: QueryColumn): DayRange;
  /** Whether filters on the column begin or end within a day. */
  hasTimes(column: QueryColumn): boolean;
  /** The index of the part with these days. */
  indexOf(days: RequestedDays | undefined): number;
  /** Undefined for a single part, and where parts differ in several columns. */
  byDay(): PartsByDay | undefined;
}

export function createParts(filters: readonly PlannedFilter[], calendar: ViewerCalendar): Parts {
  const all: PlannedPart[] = [{ filter: allOf(filters.map(({ condition }) => condition)) }];
  const indexes = new Map<string, number>();
  const dated = filters.flatMap(({ filter }) => filter ?? []);
  const rangeOf = (column: QueryColumn) => dayRangeOf(dated, column.name);
  const restFor = ({ name }: QueryColumn) =>
    filters.flatMap(({ filter, condition }) =>
      filter === undefined || !bounds(filter, name) ? [condition] : [],
    );
  return {
    all,
    rangeOf,
    hasTimes: ({ name }) => hasTimes(dated, name),
    indexOf: (days) => {
      if (days === undefined) return 0;
      const { column, shift } = days;
      const own = rangeOf(column);
      const range = shift === undefined ? days.range : shiftBack(days.range, shift);
      if (shift === undefined && range.from === own.from && range.to === own.to) return 0;
      const key = JSON.stringify([column.name, range.from, range.to, shift]);
      const known = indexes.get(key);
      if (known !== undefined) return known;
      all.push({
        filter: allOf([...restFor(column), withinDays(column, range, calendar)]),
        dated: { column, range, ...(shift === undefined ? {} : { shift }) },
      });
      indexes.set(key, all.length - 1);
      return all.length - 1;
    },
    byDay: () => {
      const [column, ...others] = all.flatMap(({ dated }) => dated?.column ?? []);
      if (column === undefined || others.some(({ name }) => name !== column.name)) return undefined;
      const ranges = all.map(({ dated }) => dated?.range ?? rangeOf(column));
      return { column, rest: allOf(restFor(column)), ranges };
    },
  };
}

/** The days that a comparison reads: those of the filters, and how much earlier the others are. */
export function comparedDays(
  comparison: NonNullable<QuerySpec['comparison']>,
  column: QueryColumn,
  filters: readonly PlannedFilter[],
): RequestedDays {
  if (column.type !== 'date' && column.type !== 'datetime') {
    throw new QueryError(
      '/comparison/column',
      `a comparison requires a date column, but ${column.name} is ${column.type}`,
    );
  }
  const dated = filters.flatMap(({ filter }) => filter ?? []);
  if (hasTimes(dated, column.name))
    throw new QueryError('/comparison', `a comparison requires filters on ${column.name} to be whole days`);
  const { from, to } = dayRangeOf(dated, column.name);
  if (from === undefined || to === undefined || from >= to) {
    throw new QueryError(
      '/comparison',
      `a comparison requires a filter on ${column.name} with a first and a last day, such as between 2026-03-01 and 2026-03-31`,
    );
  }
  const [bound, ...others] = dated.filter((filter) => bounds(filter, column.name));
  const ofPeriod = bound?.operator === 'between' && others.length === 0 ? bound.shift : undefined;
  const shift = comparison.with === 'previous-year' ? BUCKET.year : (ofPeriod ?? shiftBetween(from, to));
  return { column, range: { from, to }, shift };
}

/** The days that are in the range once they are shifted. */
function shiftBack({ from, to }: DayRange, shift: Shift): DayRange {
  // March 29 minus a month is February 28, which plus a month is March 28: too early by a day.
  const firstOf = (bound: string) => {
    const day = shiftDate(bound, shift, -1);
    return shiftDate(day, shift) < bound ? addDays(day, 1) : day;
  };
  return {
    ...(from === undefined ? {} : { from: firstOf(from) }),
    ...(to === undefined ? {} : { to: firstOf(to) }),
  };
}

export function withinDays(column: QueryColumn, { from, to }: DayRange, calendar: ViewerCalendar): Condition {
  const bound = (operator: 'greater-or-equal' | 'less', value: string | undefined) =>
    value === undefined
      ? []
      : [planFilter({ column: column.name, operator, value }, column, calendar, '/filters')];
  return allOf([...bound('greater-or-equal', from), ...bound('less', to)]);
}

function hasTimes(filters: readonly DatedFilter[], column: string): boolean {
  return filters.some((filter) => filter.column === column && isBound(filter) && !dayRangeIsWhole(filter));
}

/** Whether a filter only bounds the column, which the days of a part do instead. */
function bounds(filter: DatedFilter, column: string): boolean {
  return filter.column === column && isBound(filter) && dayRangeIsWhole(filter);
}

function isBound({ operator }: DatedFilter): boolean {
  return ['between', 'equals', 'greater', 'greater-or-equal', 'less', 'less-or-equal'].includes(operator);
}

function dayRangeIsWhole(filter: DatedFilter): boolean {
  const range = dayRangeOf([filter], filter.column);
  const both = filter.operator === 'between' || filter.operator === 'equals';
  return both
    ? range.from !== undefined && range.to !== undefined
    : range.from !== undefined || range.to !== undefined;
}
