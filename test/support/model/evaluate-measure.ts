import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import type { Grain, ViewerCalendar } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import { aggregate } from './aggregate.ts';
import { bucketAfter, bucketOf, DISTANCE, dayIn, shiftDay, times } from './evaluate-time.ts';
import { Fraction, ZERO } from './fraction.ts';
import { matchesFilter } from './matches-filter.ts';
import { type Arithmetic, parseArithmetic } from './parse-arithmetic.ts';
import type { Fact } from './read-world.ts';
import { type DatedFilter, type DayRange, hasTimes, type Reading, rangeOf, readingKey } from './reading.ts';
import { Refused } from './refused.ts';
import { nameAt, type Path, type ShopDataset } from './shop-model.ts';
import { compareValues, isSame, type Row, type Value } from './value.ts';

/** Values of the dimensions, and which of them stand for all that are not among the top ones. */
export interface Group {
  readonly values: readonly Value[];
  readonly others: readonly boolean[];
}

/** A row with the group that it belongs to. */
export interface PlacedFact extends Group {
  readonly fact: Fact;
  readonly reading: Reading | undefined;
  /** Not among the top values, and not shown as others. */
  readonly isDropped: boolean;
}

export interface GroupedDimension {
  /** As the query writes it. */
  readonly column: string;
  readonly columnType: ColumnType;
  readonly grain: Grain | undefined;
}

export interface Grouping {
  readonly facts: readonly PlacedFact[];
  /** Those of the result, before conditions on measures. */
  readonly groups: readonly Group[];
}

/** A measure for the dimensions of a result. */
export interface ResolvedMeasure {
  readonly type: ColumnType;
  readonly path: Path;
  readonly readings: readonly (Reading | undefined)[];
  /** Has no value for these dimensions. */
  readonly isNothing: boolean;
  /** Counts and sums are zero where there are no rows. */
  readonly isZero: boolean;
  /** The dimension along which buckets are added up. */
  readonly axis: number | undefined;
  /** What it adds up. */
  readonly frames: readonly Frame[];
  /** Those that a period without rows continues, which ranks do not. */
  readonly continued: readonly Frame[];
  /** Between rows, where only what is added up goes on and sums of no rows are zero. */
  valueInGap(group: Group, grouping: Grouping): Value;
  /** `covers` are the rows of the group, or more of them for a total. */
  evaluate(group: Group, grouping: Grouping, covers?: (fact: PlacedFact) => boolean): Value;
}

/** The buckets that are added up, up to the current one. */
interface Frame {
  /** Equal for those that begin at the same bucket. */
  readonly kind: string;
  readonly axis: number;
  readonly isIn: (bucket: Value, current: Value) => boolean;
  /** Sums are divided by it. */
  readonly periods: number;
  /** Where a period to date begins, for a bucket. */
  readonly startOf?: (bucket: string) => string;
}

/** The rows that a measure is computed from. */
interface Rows {
  readonly reading?: Reading | undefined;
  readonly frame?: Frame | undefined;
}

export interface MeasurePlace {
  readonly own: string;
  readonly path: Path;
  readonly dataset: ShopDataset;
  readonly filters: readonly DatedFilter[];
  readonly calendar: ViewerCalendar;
  readonly now: number;
  readonly dimensions: readonly GroupedDimension[];
  /** A total has no value where the rows would be refused. */
  readonly isSummary: boolean;
}

type OverTime = Extract<Measure, { date: string }>;

/** Coarser later. */
const GRAINS: readonly Grain[] = [
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'fiscal-quarter',
  'year',
  'fiscal-year',
];

/** The grains that a period consists of. */
const DIVIDES: Readonly<Record<string, readonly Grain[]>> = {
  week: ['hour', 'day', 'week'],
  month: ['hour', 'day', 'month'],
  quarter: ['hour', 'day', 'month', 'quarter'],
  year: ['hour', 'day', 'month', 'quarter', 'year'],
  'fiscal-quarter': ['hour', 'day', 'month', 'fiscal-quarter'],
  'fiscal-year': ['hour', 'day', 'month', 'fiscal-quarter', 'fiscal-year'],
};

/** The measure of a place, over the current rows or other ones. */
export function resolveMeasureAt(place: MeasurePlace, reading?: Reading): ResolvedMeasure {
  const { own, path, dataset, filters, calendar, now, dimensions, isSummary } = place;
  const find = (wanted: string): Measure => {
    const found = dataset.measures.find((measure) => measure.name === wanted);
    if (found === undefined) throw new Refused(`no measure ${wanted}`);
    return found;
  };
  const typeOf = (column: string) => dataset.columns.find(({ name }) => name === column)?.type ?? 'string';
  const plain = { path, isNothing: false, isZero: false, axis: undefined, frames: [], continued: [] };

  function resolve(measure: Measure, rows: Rows): ResolvedMeasure {
    switch (measure.kind) {
      case 'ratio':
        return arithmetic(
          resolve(find(measure.numerator), rows),
          '/',
          resolve(find(measure.denominator), rows),
        );
      case 'expression':
        return resolveArithmetic(parseArithmetic(measure.expression), rows);
      case 'share-of-total': {
        const of = resolve(find(measure.measure), rows);
        return {
          ...of,
          ...plain,
          type: 'number',
          valueInGap: () => null,
          evaluate: (group, grouping) => {
            // Without rows, there is no total to divide by.
            if (dimensions.length > 0 && grouping.groups.length === 0) return null;
            const isWithin = sharing(group, isNamed(measure.within));
            const [part, whole] = [of.evaluate(group, grouping), of.evaluate(group, grouping, isWithin)];
            return part instanceof Fraction && whole instanceof Fraction ? part.over(whole) : null;
          },
        };
      }
      case 'rank': {
        const of = resolve(find(measure.measure), rows);
        const sign = measure.direction === 'asc' ? 1 : -1;
        return {
          ...of,
          isZero: false,
          continued: [],
          isNothing: dimensions.length === 0,
          type: 'integer',
          valueInGap: () => null,
          evaluate: (group, grouping) => {
            const value = of.evaluate(group, grouping);
            const isGap = !grouping.groups.some(sharing(group, () => true));
            if (dimensions.length === 0 || group.others.includes(true) || isGap || value === null)
              return null;
            const better = grouping.groups.filter(sharing(group, isNamed(measure.within))).filter((other) => {
              const compared = other.others.includes(true) ? null : of.evaluate(other, grouping);
              return compared !== null && sign * compareValues(compared, value) < 0;
            });
            return new Fraction(BigInt(better.length + 1));
          },
        };
      }
      case 'running-total':
      case 'moving-average':
      case 'period-to-date':
      case 'difference':
      case 'growth':
        return resolveOverTime(measure, rows);
      default:
        return resolveAggregate(measure, rows);
    }
  }

  function resolveArithmetic(term: Arithmetic, rows: Rows): ResolvedMeasure {
    if (typeof term === 'string') return resolve(find(term), rows);
    if (!(term instanceof Fraction))
      return arithmetic(
        resolveArithmetic(term.left, rows),
        term.operator,
        resolveArithmetic(term.right, rows),
      );
    const type = term.denominator === 1n ? 'integer' : 'decimal';
    return { ...plain, type, readings: [], valueInGap: () => term, evaluate: () => term };
  }

  function resolveAggregate(measure: Measure, { reading: read, frame }: Rows): ResolvedMeasure {
    const conditions = [
      ...(('filters' in measure && measure.filters) || []).map((filter) => [filter]),
      ...(('anyOf' in measure && measure.anyOf) || []),
    ];
    const isIncluded = (row: Row) =>
      conditions.every((any) =>
        any.some((filter) =>
          matchesFilter(filter, row[filter.column] ?? null, typeOf(filter.column), { calendar, now }),
        ),
      );
    const isAveraged = frame !== undefined && frame.periods > 1 && ['sum', 'count'].includes(measure.kind);
    const axes = frame && onSameColumn(frame.axis);
    const isZero = ['sum', 'count', 'distinct'].includes(measure.kind);
    const resolved: ResolvedMeasure = {
      ...plain,
      type: isAveraged ? 'number' : aggregateType(measure, dataset.columns),
      readings: [read],
      isZero: isZero && !isAveraged,
      axis: frame?.axis,
      frames: frame === undefined ? [] : [frame],
      continued: frame === undefined ? [] : [frame],
      valueInGap: (...at) => (frame === undefined ? (isZero ? ZERO : null) : resolved.evaluate(...at)),
      evaluate: (group, { facts }, covers) => {
        const isOwn =
          frame === undefined || axes === undefined
            ? sharing(group, () => true)
            : (other: Group) =>
                sharing(group, (index) => !axes.includes(index))(other) &&
                axes.every((index) => other.others[index] === group.others[index]) &&
                frame.isIn(other.values[frame.axis] ?? null, group.values[frame.axis] ?? null);
        const found = facts.filter(
          (fact) =>
            readingKey(fact.reading) === readingKey(read) &&
            nameAt(fact.fact.path, '') === nameAt(path, '') &&
            (covers === undefined ? !fact.isDropped && isOwn(fact) : covers(fact)),
        );
        const value = aggregate(measure, found.map(({ fact }) => fact.row).filter(isIncluded));
        return isAveraged && value instanceof Fraction
          ? value.over(new Fraction(BigInt(frame.periods)))
          : value;
      },
    };
    return resolved;
  }

  function resolveOverTime(measure: OverTime, rows: Rows): ResolvedMeasure {
    const column = nameAt(path, measure.date);
    if (rows.reading !== undefined && rows.reading.column !== column)
      throw new Refused('rows are moved along another date');
    const of = (changed: Rows) => resolve(find(measure.measure), changed);
    const range = rows.reading?.range ?? rangeOf(filters, column);
    const shift = rows.reading?.shift;
    const read = (changed: DayRange): Reading | undefined => {
      const own = rangeOf(filters, column);
      const isCurrent = shift === undefined && changed.from === own.from && changed.to === own.to;
      return isCurrent ? undefined : { column, range: changed, shift };
    };
    const axis = axisOn(column);
    const place = axis === undefined ? undefined : dimensions[axis];
    const grain = place?.grain ?? 'day';
    if (measure.kind !== 'running-total' && hasTimes(filters, column)) return unavailable('no whole days');
    if (measure.kind === 'difference' || measure.kind === 'growth') {
      if (axis === undefined && (range.from === undefined || range.to === undefined))
        return unavailable('no days to compare');
      const offset = times(DISTANCE[measure.offset.unit], measure.offset.count);
      if (shift !== undefined && shift.unit !== offset.unit) throw new Refused('days and months');
      const both = { ...offset, count: offset.count + (shift?.count ?? 0) };
      const earlier = of({ ...rows, reading: { column, range, shift: both } });
      return compare(measure.kind, of(rows), earlier);
    }
    if (axis !== undefined && place?.grain === undefined && place?.columnType === 'datetime')
      return unavailable('a moment is no period');
    const upTo = (isIn: (bucket: string, current: string) => boolean, periods = 1): Frame => ({
      kind: measure.kind,
      axis: axis as number,
      periods,
      // Rows without a date are before none and after none.
      isIn: (bucket, current) =>
        typeof bucket !== 'string' || typeof current !== 'string'
          ? bucket === current
          : bucket <= current && isIn(bucket, current),
    });
    switch (measure.kind) {
      case 'running-total':
        return of(axis === undefined ? rows : { ...rows, frame: upTo(() => true) });
      case 'moving-average': {
        if (axis === undefined) return unavailable('no buckets');
        const { periods } = measure;
        const frame = upTo((bucket, current) => bucket > bucketAfter(current, grain, -periods), periods);
        const from = range.from && firstMoved(range.from, grain, periods - 1, calendar);
        return of({ frame, reading: read({ from, to: range.to }) });
      }
      case 'period-to-date': {
        const start = (day: string) => String(bucketOf(day, 'date', { grain: measure.period }, calendar));
        if (axis === undefined) {
          const to = range.to ?? shiftDay(dayIn(new Date(now).toISOString(), calendar), DISTANCE.day);
          const from = start(shiftDay(to, times(DISTANCE.day, -1)));
          return of({ ...rows, reading: read({ from, to }) });
        }
        if (!DIVIDES[measure.period]?.includes(grain)) return unavailable('no whole buckets');
        const periodOf = (bucket: string) => start(grain === 'hour' ? dayIn(bucket, calendar) : bucket);
        const isSame = (bucket: string, current: string) => periodOf(bucket) === periodOf(current);
        const frame = { ...upTo(isSame), kind: `${measure.period} to date`, startOf: periodOf };
        return of({ frame, reading: read({ from: range.from && start(range.from), to: range.to }) });
      }
    }
  }

  function unavailable(problem: string): ResolvedMeasure {
    if (!isSummary) throw new Refused(problem);
    return {
      ...plain,
      type: 'number',
      readings: [],
      isNothing: true,
      valueInGap: () => null,
      evaluate: () => null,
    };
  }

  /** The finest dimension on a date. */
  function axisOn(column: string): number | undefined {
    return dimensions
      .flatMap((dimension, index) => (dimension.column === column ? [{ ...dimension, index }] : []))
      .toSorted((a, b) => GRAINS.indexOf(a.grain ?? 'day') - GRAINS.indexOf(b.grain ?? 'day'))[0]?.index;
  }
  const onSameColumn = (axis: number) =>
    dimensions.flatMap(({ column }, index) => (column === dimensions[axis]?.column ? [index] : []));
  const isNamed =
    (names: readonly string[] = []) =>
    (index: number) =>
      names.some((name) => nameAt(path, name) === dimensions[index]?.column);

  return resolve(find(own), { reading });
}

/** The first day of the buckets before that of a day. */
function firstMoved(day: string, grain: Grain, buckets: number, calendar: ViewerCalendar): string {
  if (grain === 'hour') return shiftDay(day, times(DISTANCE.day, -Math.ceil(buckets / 24)));
  return bucketAfter(String(bucketOf(day, 'date', { grain }, calendar)), grain, -buckets);
}

/** Whether another group has the same values of some dimensions. */
const sharing = (group: Group, isShared: (index: number) => boolean) => (other: Group) =>
  other.values.every(
    (value, index) =>
      !isShared(index) ||
      (isSame(value, group.values[index] ?? null) && other.others[index] === group.others[index]),
  );

function compare(
  kind: 'difference' | 'growth',
  now: ResolvedMeasure,
  earlier: ResolvedMeasure,
): ResolvedMeasure {
  const orZero = (value: Value) => value ?? (now.isZero ? ZERO : null);
  const compared = (latest: Value, before: Value): Value => {
    if (latest === null && before === null) return null;
    const [current, base] = [orZero(latest), kind === 'growth' ? before : orZero(before)];
    if (!(current instanceof Fraction) || !(base instanceof Fraction)) return null;
    const difference = current.minus(base);
    const absolute = base.compare(ZERO) < 0 ? ZERO.minus(base) : base;
    return kind === 'growth' ? difference.over(absolute) : difference;
  };
  const both = arithmetic(now, '-', earlier);
  return {
    ...both,
    type: kind === 'growth' ? 'number' : both.type,
    isZero: kind === 'difference' && now.isZero,
    valueInGap: (...at) => compared(now.valueInGap(...at), earlier.valueInGap(...at)),
    evaluate: (...at) => compared(now.evaluate(...at), earlier.evaluate(...at)),
  };
}

function arithmetic(left: ResolvedMeasure, operator: string, right: ResolvedMeasure): ResolvedMeasure {
  const types = [left.type, right.type];
  const type = types.includes('decimal') ? 'decimal' : 'integer';
  const compute = (a: Value, b: Value): Value => {
    if (!(a instanceof Fraction) || !(b instanceof Fraction)) return null;
    if (operator === '/') return a.over(b);
    return operator === '+' ? a.plus(b) : operator === '-' ? a.minus(b) : a.times(b);
  };
  return {
    type: operator === '/' || types.includes('number') ? 'number' : type,
    path: left.path,
    readings: [...left.readings, ...right.readings],
    isNothing: false,
    isZero: ['+', '-'].includes(operator) && left.isZero && right.isZero,
    axis: left.axis ?? right.axis,
    frames: [...left.frames, ...right.frames],
    continued: [...left.continued, ...right.continued],
    valueInGap: (...at) => compute(left.valueInGap(...at), right.valueInGap(...at)),
    evaluate: (...at) => compute(left.evaluate(...at), right.evaluate(...at)),
  };
}

function aggregateType(measure: Measure, columns: readonly DatasetColumn[]): ColumnType {
  switch (measure.kind) {
    case 'count':
    case 'distinct':
      return 'integer';
    case 'sum':
    case 'min':
    case 'max':
    case 'first':
    case 'last':
      return columns.find(({ name }) => name === measure.column)?.type ?? 'string';
    default:
      return 'number';
  }
}
