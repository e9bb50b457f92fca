import type { Measure } from '@inlay/protocol/dataset';
import type { Grain, ViewerCalendar } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import { allOf, type Condition, type QueryColumn } from '../../rules/condition.ts';
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
import { UnknownFieldError } from '../errors/unknown-field-error.ts';
import { comparesGroups, formulaType, isZeroWhenEmpty, NUMERIC } from '../model/formula.ts';
import type { Aggregate, AggregateFormula, Formula, Frame, Leaf } from '../model/formula-tree.ts';
import { parseArithmetic } from '../model/parse-arithmetic.ts';
import type { DayRange } from './day-range.ts';
import { planConditions } from './plan-conditions.ts';
import type { Parts, RequestedDays } from './plan-parts.ts';

/** What a measure can use, and the groups that it is computed for. */
export interface MeasureScope {
  readonly columnNamed: (name: string) => QueryColumn | undefined;
  readonly measureNamed: (name: string) => Measure | undefined;
  /** The path of the related dataset whose rows are aggregated. */
  readonly fact?: string;
  readonly calendar: ViewerCalendar;
  readonly now: number;
  readonly parts: Parts;
  /** The dimensions of the groups, with their indexes in the plan. */
  readonly dimensions: readonly ScopedDimension[];
  /** Totals show nothing where the rows of a query would be refused. */
  readonly isSummary: boolean;
}

export interface ScopedDimension {
  readonly index: number;
  readonly column: QueryColumn;
  readonly type: ColumnType;
  readonly grain?: Grain;
}

/** The rows that a measure reads, and the buckets that it adds up. */
interface Rows {
  readonly days?: RequestedDays;
  readonly frame?: Frame;
}

type OverTime = Extract<Measure, { date: string }>;

/** Measures can refer to each other, so a few lines could expand into more SQL than fits into memory. */
const maxParts = 500;

/** Resolves a measure down to columns. `path` names the measure for errors; `days` differ from those of the filters. */
export function formulaOf(
  measure: Measure,
  scope: MeasureScope,
  path: string,
  days?: RequestedDays,
): Formula {
  let parts = 0;
  const count = () => {
    parts += 1;
    if (parts > maxParts)
      throw new QueryError(path, `measure ${measure.name} has more than ${maxParts} parts`);
  };
  const fail = (at: string, problem: string): never => {
    throw new QueryError(at, problem);
  };
  const missing = (at: string, field: string): never => {
    throw new UnknownFieldError(at, `the ${field} does not exist`);
  };

  function resolve(current: Measure, within: readonly string[], rows: Rows): Formula {
    count();
    if (within.includes(current.name)) {
      const circle = [...within, current.name].join(' → ');
      fail(path, `measure ${current.name} depends on itself: ${circle}`);
    }
    const measureNamed = (name: string, at: string, given = rows): Formula => {
      const found = scope.measureNamed(name) ?? missing(at, `measure ${name}`);
      const formula = resolve(found, [...within, current.name], given);
      const type = formulaType(formula);
      if (NUMERIC.includes(type)) return formula;
      return fail(at, `measure ${name} is ${type}, but formulas can only use numbers`);
    };
    const columnNamed = (name: string, at: string): QueryColumn =>
      scope.columnNamed(name) ?? missing(at, `column ${name}`);
    const conditions = (): Condition =>
      'filters' in current || 'anyOf' in current
        ? allOf(planConditions(current, { ...scope, columnNamed }, path).map(({ condition }) => condition))
        : allOf([]);
    const valueIn = (column?: QueryColumn, filter = conditions()) => ({
      part: scope.parts.indexOf(rows.days),
      ...(scope.fact === undefined ? {} : { fact: scope.fact }),
      ...(column === undefined ? {} : { column }),
      filter,
    });
    const leaf = (formula: Leaf): Formula =>
      rows.frame === undefined ? formula : accumulate(formula, rows.frame, current.name, path);
    const aggregate = (kind: Aggregate | 'median' | 'percentile', name: string, fraction = 0.5) => {
      const column = columnNamed(name, `${path}/column`);
      checkAggregate(kind, column, `${path}/column`);
      const value = valueIn(column);
      return leaf(
        kind === 'median' || kind === 'percentile'
          ? { kind: 'percentile', fraction, value }
          : { kind: 'aggregate', aggregate: kind, value },
      );
    };
    const dimensionsNamed = (names: readonly string[] = []): readonly number[] => {
      // A column of a related dataset has its path in its name, as the dimensions have.
      const columns = names.map((name, index) => columnNamed(name, `${path}/within/${index}`).name);
      return scope.dimensions.filter(({ column }) => columns.includes(column.name)).map(({ index }) => index);
    };

    switch (current.kind) {
      case 'ratio':
        return divide(
          measureNamed(current.numerator, `${path}/numerator`),
          measureNamed(current.denominator, `${path}/denominator`),
        );
      case 'expression':
        return parseArithmetic(current.expression, `${path}/expression`, {
          number: (value) => {
            count();
            return { kind: 'number', value };
          },
          measure: (name) => measureNamed(name, `${path}/expression`),
        });
      case 'count':
        if (current.column === undefined)
          return leaf({ kind: 'aggregate', aggregate: 'count', value: valueIn() });
        return aggregate('count', current.column);
      case 'percentile':
        return aggregate('percentile', current.column, current.percentile / 100);
      case 'first':
      case 'last': {
        const column = columnNamed(current.column, `${path}/column`);
        const by = columnNamed(current.by, `${path}/by`);
        checkOrder(current.kind, column, `${path}/column`);
        checkOrder(current.kind, by, `${path}/by`);
        return leaf({ kind: current.kind, value: valueIn(column), by: valueIn(by) });
      }
      case 'weighted-average': {
        const column = columnNamed(current.column, `${path}/column`);
        const weight = columnNamed(current.weight, `${path}/weight`);
        checkAggregate('average', column, `${path}/column`);
        checkAggregate('average', weight, `${path}/weight`);
        const filter = conditions();
        const weighted = { ...valueIn(column, filter), times: weight };
        // Only rows that have both count.
        const weights = valueIn(weight, allOf([filter, { kind: 'is-set', column }]));
        return divide(
          leaf({ kind: 'aggregate', aggregate: 'sum', value: weighted }),
          leaf({ kind: 'aggregate', aggregate: 'sum', value: weights }),
        );
      }
      case 'share-of-total':
      case 'rank': {
        const name = current.kind === 'rank' ? 'a rank' : 'a share';
        if (rows.frame !== undefined) fail(path, `${name} cannot be added up over time`);
        const of = measureNamed(current.measure, `${path}/measure`);
        const indexes = dimensionsNamed(current.within);
        if (current.kind === 'rank') {
          if (scope.dimensions.length === 0) return { kind: 'nothing', type: 'integer', of };
          return { kind: 'rank', of, direction: current.direction ?? 'desc', within: indexes };
        }
        if (comparesGroups(of))
          fail(
            `${path}/measure`,
            `a share requires a measure of rows, but ${current.measure} already compares groups`,
          );
        return divide(of, scope.dimensions.length === 0 ? of : { kind: 'total', of, within: indexes });
      }
      case 'running-total':
      case 'moving-average':
      case 'period-to-date':
      case 'difference':
      case 'growth':
        return overTime(current, rows, (given) => measureNamed(current.measure, `${path}/measure`, given));
      default:
        return aggregate(current.kind, current.column);
    }
  }

  function overTime(current: OverTime, rows: Rows, measureOf: (rows: Rows) => Formula): Formula {
    const column = scope.columnNamed(current.date) ?? missing(`${path}/date`, `column ${current.date}`);
    if (column.type !== 'date' && column.type !== 'datetime')
      fail(`${path}/date`, `${column.name} is ${column.type}, but must be a date`);
    if (rows.days !== undefined && rows.days.column.name !== column.name)
      fail(
        path,
        `${current.name} follows ${column.name}, but its rows are already moved along ${rows.days.column.name}`,
      );
    const range = rows.days?.range ?? scope.parts.rangeOf(column);
    const daysIn = (changed: DayRange, shift = rows.days?.shift): RequestedDays => ({
      column,
      range: changed,
      ...(shift === undefined ? {} : { shift }),
    });
    const axis = axisOf(column, scope.dimensions);
    const unavailable = (problem: string): Formula =>
      scope.isSummary ? { kind: 'nothing', type: 'number' } : fail(path, problem);

    if (current.kind !== 'running-total' && scope.parts.hasTimes(column))
      return unavailable(`${current.name} requires filters on ${column.name} to be whole days`);
    if (current.kind === 'difference' || current.kind === 'growth') {
      if (axis === undefined && (range.from === undefined || range.to === undefined)) {
        // Checks the rest of the measure, also when there is no query yet.
        measureOf(rows);
        return unavailable(
          `${current.name} requires a dimension on ${column.name}, or a filter on it with a first and a last day`,
        );
      }
      const shift = addShifts(rows.days?.shift, shiftOf(current.offset));
      if (shift === undefined)
        return fail(path, `${current.name} mixes offsets in days with offsets in months`);
      const now = measureOf(rows);
      const earlier = measureOf({ ...rows, days: daysIn(range, shift) });
      // A bucket without rows is zero where the measure counts or adds up.
      const isZero = isZeroWhenEmpty(now);
      if (current.kind === 'difference')
        return isZero
          ? { kind: 'difference', left: now, right: earlier }
          : { kind: 'arithmetic', operator: '-', left: now, right: earlier };
      // Relative to the absolute value, so that growth from a loss to a profit is positive.
      return divide(
        {
          kind: 'arithmetic',
          operator: '-',
          left: isZero ? { kind: 'or-zero', of: now } : now,
          right: earlier,
        },
        { kind: 'absolute', of: earlier },
      );
    }

    if (rows.frame !== undefined) fail(path, `${current.name} is already added up over time`);
    const place = axis && { axis: axis.index, grain: axis.grain };
    if (axis?.isExact === true)
      return unavailable(`${current.name} requires the dimension ${column.name} to have a grain`);
    if (current.kind === 'running-total') {
      return measureOf(place === undefined ? rows : { ...rows, frame: { ...place, kind: 'running' } });
    }
    if (current.kind === 'moving-average') {
      if (place === undefined) {
        measureOf(rows);
        return unavailable(`${current.name} requires a dimension on ${column.name} with a grain`);
      }
      const frame: Frame = { ...place, kind: 'moving', buckets: current.periods };
      const days = daysIn({ ...range, ...earlierDays(range, frame, scope.calendar) });
      return measureOf({ frame, days });
    }
    const { period } = current as Extract<OverTime, { period: DateGrain }>;
    if (place === undefined) {
      const to = range.to ?? addDays(dayAt(scope.now, scope.calendar.timeZone), 1);
      const from = bucketStart(addDays(to, -1), period, scope.calendar);
      return measureOf({ ...rows, days: daysIn({ from, to }) });
    }
    if (!nested[period].includes(place.grain))
      return unavailable(
        `${current.name} cannot be shown by ${place.grain}, which does not divide a ${period}`,
      );
    const frame: Frame = { ...place, kind: 'period', period };
    return measureOf({ frame, days: daysIn({ ...range, ...earlierDays(range, frame, scope.calendar) }) });
  }

  return resolve(measure, [], days === undefined ? {} : { days });
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

/** A measure over all rows of the buckets. Sums and counts add up, and ratios are divided once both sides have. */
function accumulate(formula: Leaf, frame: Frame, name: string, path: string): Formula {
  if (formula.kind !== 'aggregate' || formula.aggregate === 'distinct') {
    const kind = formula.kind === 'aggregate' ? 'distinct count' : formula.kind;
    throw new QueryError(path, `${name} is a ${kind}, whose values cannot be added up over time`);
  }
  const over = (aggregate: Aggregate): Formula => {
    const of: AggregateFormula = { ...formula, aggregate };
    return { kind: 'accumulated', of, frame };
  };
  if (formula.aggregate === 'average') return divide(over('sum'), over('count'));
  const accumulated = over(formula.aggregate);
  const isSum = formula.aggregate === 'sum' || formula.aggregate === 'count';
  return frame.kind === 'moving' && isSum
    ? divide(accumulated, { kind: 'number', value: frame.buckets })
    : accumulated;
}

const divide = (left: Formula, right: Formula): Formula => ({
  kind: 'arithmetic',
  operator: '/',
  left,
  right,
});

function checkAggregate(kind: Aggregate | 'median' | 'percentile', column: QueryColumn, path: string): void {
  if (kind === 'min' || kind === 'max') checkOrder(kind, column, path);
  if (['sum', 'average', 'median', 'percentile'].includes(kind) && !NUMERIC.includes(column.type)) {
    throw new QueryError(path, `${kind} requires a numeric column, but ${column.name} is ${column.type}`);
  }
  if (kind === 'distinct' && column.type === 'json') {
    throw new QueryError(path, `distinct cannot count the JSON column ${column.name}`);
  }
}

function checkOrder(kind: string, column: QueryColumn, path: string): void {
  if (NUMERIC.includes(column.type) || ['string', 'date', 'datetime'].includes(column.type)) return;
  throw new QueryError(path, `${kind} requires a column with an order, but ${column.name} is ${column.type}`);
}
