import type { Measure } from '@inlay/protocol/dataset';
import type { Grain, ViewerCalendar } from '@inlay/protocol/query';
import type { QueryColumn } from '../../rules/condition.ts';
import {
  addDays,
  BUCKET,
  bucketStart,
  type DateGrain,
  type Shift,
  shiftDate,
} from '../../time/calendar-date.ts';
import { dayAt } from '../../time/zoned-time.ts';
import { QueryError } from '../errors/query-error.ts';
import { divide, isZeroWhenEmpty } from '../model/formula.ts';
import type { Formula, Frame } from '../model/formula-tree.ts';
import type { DayRange } from './day-range.ts';
import type { RequestedDays } from './plan-parts.ts';
import type { MeasuredRows, Resolving, ScopedDimension } from './resolving.ts';

type OverTime = Extract<Measure, { date: string }>;
type OfKind<Kind extends OverTime['kind']> = Extract<OverTime, { kind: Kind }>;

/** A measure along a date column: where it begins and ends, and the dimension that shows it. */
interface Course {
  readonly resolving: Resolving;
  readonly column: QueryColumn;
  readonly range: DayRange;
  readonly axis: ReturnType<typeof axisOf>;
  /** The measure that it is made of, over these rows. */
  of(rows: MeasuredRows): Formula;
  daysIn(range: DayRange, shift?: Shift): RequestedDays;
  /** Nothing in totals; a mistake in the query otherwise. */
  unavailable(problem: string): Formula;
}

export function formulaOverTime(measure: OverTime, resolving: Resolving): Formula {
  const course = courseOf(measure, resolving);
  const { column } = course;
  if (measure.kind !== 'running-total' && resolving.scope.parts.hasTimes(column))
    return course.unavailable(`${measure.name} requires filters on ${column.name} to be whole days`);
  if (measure.kind === 'difference' || measure.kind === 'growth') return compareWithEarlier(measure, course);
  if (resolving.rows.frame !== undefined)
    throw new QueryError(resolving.path, `${measure.name} is already added up over time`);
  if (course.axis?.isExact === true)
    return course.unavailable(`${measure.name} requires the dimension ${column.name} to have a grain`);
  switch (measure.kind) {
    case 'running-total':
      return runningTotal(course);
    case 'moving-average':
      return movingAverage(measure, course);
    case 'period-to-date':
      return periodToDate(measure, course);
  }
}

function courseOf(measure: OverTime, resolving: Resolving): Course {
  const { scope, path, rows } = resolving;
  const column = resolving.columnNamed(measure.date, `${path}/date`);
  if (column.type !== 'date' && column.type !== 'datetime')
    throw new QueryError(`${path}/date`, `${column.name} is ${column.type}, but must be a date`);
  if (rows.days !== undefined && rows.days.column.name !== column.name)
    throw new QueryError(
      path,
      `${measure.name} follows ${column.name}, but its rows are already moved along ${rows.days.column.name}`,
    );
  return {
    resolving,
    column,
    range: rows.days?.range ?? scope.parts.rangeOf(column),
    axis: axisOf(column, scope.dimensions),
    of: (given) => resolving.measureNamed(measure.measure, `${path}/measure`, given),
    daysIn: (range, shift = rows.days?.shift) => ({
      column,
      range,
      ...(shift === undefined ? {} : { shift }),
    }),
    unavailable: (problem) => {
      if (scope.isSummary) return { kind: 'nothing', type: 'number' };
      throw new QueryError(path, problem);
    },
  };
}

function compareWithEarlier(measure: OfKind<'difference' | 'growth'>, course: Course): Formula {
  const { axis, range, column } = course;
  const { rows, path } = course.resolving;
  if (axis === undefined && (range.from === undefined || range.to === undefined)) {
    // Checks the rest of the measure, also when there is no query yet.
    course.of(rows);
    return course.unavailable(
      `${measure.name} requires a dimension on ${column.name}, or a filter on it with a first and a last day`,
    );
  }
  const shift = addShifts(rows.days?.shift, shiftOf(measure.offset));
  if (shift === undefined)
    throw new QueryError(path, `${measure.name} mixes offsets in days with offsets in months`);
  const now = course.of(rows);
  const earlier = course.of({ ...rows, days: course.daysIn(range, shift) });
  // A bucket without rows is zero where the measure counts or adds up.
  const isZero = isZeroWhenEmpty(now);
  if (measure.kind === 'difference')
    return isZero
      ? { kind: 'difference', left: now, right: earlier }
      : { kind: 'arithmetic', operator: '-', left: now, right: earlier };
  const left: Formula = isZero ? { kind: 'or-zero', of: now } : now;
  // Relative to the absolute value, so that growth from a loss to a profit is positive.
  return divide(
    { kind: 'arithmetic', operator: '-', left, right: earlier },
    { kind: 'absolute', of: earlier },
  );
}

function runningTotal({ axis, of, resolving: { rows } }: Course): Formula {
  return of(
    axis === undefined ? rows : { ...rows, frame: { axis: axis.index, grain: axis.grain, kind: 'running' } },
  );
}

function movingAverage(measure: OfKind<'moving-average'>, course: Course): Formula {
  const { axis, column, resolving } = course;
  if (axis === undefined) {
    course.of(resolving.rows);
    return course.unavailable(`${measure.name} requires a dimension on ${column.name} with a grain`);
  }
  return overBuckets(
    { axis: axis.index, grain: axis.grain, kind: 'moving', buckets: measure.periods },
    course,
  );
}

function periodToDate(measure: OfKind<'period-to-date'>, course: Course): Formula {
  const { axis, range, resolving } = course;
  const { calendar, now } = resolving.scope;
  const { period } = measure;
  if (axis === undefined) {
    const to = range.to ?? addDays(dayAt(now, calendar.timeZone), 1);
    const from = bucketStart(addDays(to, -1), period, calendar);
    return course.of({ ...resolving.rows, days: course.daysIn({ from, to }) });
  }
  if (!nested[period].includes(axis.grain))
    return course.unavailable(
      `${measure.name} cannot be shown by ${axis.grain}, which does not divide a ${period}`,
    );
  return overBuckets({ axis: axis.index, grain: axis.grain, kind: 'period', period }, course);
}

/** Over the buckets of a frame, the first of which needs earlier days. */
function overBuckets(frame: Frame, { of, daysIn, range, resolving }: Course): Formula {
  return of({ frame, days: daysIn({ ...range, ...earlierDays(range, frame, resolving.scope.calendar) }) });
}

/** The grains whose buckets never belong to two of the periods. */
const nested: Readonly<Record<Exclude<DateGrain, 'day'>, readonly Grain[]>> = {
  week: ['hour', 'day', 'week'],
  month: ['hour', 'day', 'month'],
  quarter: ['hour', 'day', 'month', 'quarter'],
  year: ['hour', 'day', 'month', 'quarter', 'year'],
  'fiscal-quarter': ['hour', 'day', 'month', 'fiscal-quarter'],
  'fiscal-year': ['hour', 'day', 'month', 'fiscal-quarter', 'fiscal-year'],
};

const fineness: readonly Grain[] = [
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'fiscal-quarter',
  'year',
  'fiscal-year',
];

/** The finest dimension on a date column. */
function axisOf(column: QueryColumn, dimensions: readonly ScopedDimension[]) {
  const candidates = dimensions
    .filter((dimension) => dimension.column.name === column.name)
    .map(({ index, grain, type }) => ({
      index,
      grain: grain ?? ('day' as const),
      /** A moment is no bucket. */
      isExact: grain === undefined && type === 'datetime',
    }));
  return candidates.toSorted((a, b) => fineness.indexOf(a.grain) - fineness.indexOf(b.grain))[0];
}

/** The first day that the first bucket of the result needs. */
function earlierDays({ from }: DayRange, frame: Frame, calendar: ViewerCalendar): DayRange {
  if (from === undefined) return {};
  if (frame.kind === 'period') return { from: bucketStart(from, frame.period, calendar) };
  if (frame.kind === 'running') return { from };
  const before = frame.buckets - 1;
  if (frame.grain === 'hour') return { from: addDays(from, -Math.ceil(before / 24)) };
  return { from: shiftDate(bucketStart(from, frame.grain, calendar), BUCKET[frame.grain], -before) };
}

function shiftOf({ count, unit }: { readonly count: number; readonly unit: DateGrain }): Shift {
  return { unit: BUCKET[unit].unit, count: BUCKET[unit].count * count };
}

function addShifts(first: Shift | undefined, second: Shift): Shift | undefined {
  if (first === undefined) return second;
  return first.unit === second.unit ? { ...first, count: first.count + second.count } : undefined;
}
