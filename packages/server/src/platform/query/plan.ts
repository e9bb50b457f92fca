import type { Dataset, DatasetColumn } from '@inlay/protocol/dataset';
import type { Format } from '@inlay/protocol/format';
import type { Dimension, Grain, QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import { QuerySpecSchema } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { LRUCache } from 'lru-cache';
import { Compile } from 'typebox/compile';
import { allOf, type Condition } from '../rules/condition.ts';
import { isTimeZone } from '../time/zoned-time.ts';
import { formulaOf, formulaType, isZeroWhenEmpty, type MeasureNames } from './formula.ts';
import type { Formula } from './formula-tree.ts';
import { type DatedFilter, datedFilter } from './period-days.ts';
import { planFilter } from './plan-filters.ts';
import { type DayRange, dayRangeOf, type PlannedComparison, planComparison } from './plan-period.ts';
import { QueryError } from './query-error.ts';

/** A query checked against its dataset: every name resolved, every value typed. It cannot run before `guard`. */
export interface Plan {
  readonly dataset: Dataset;
  readonly calendar: ViewerCalendar;
  readonly dimensions: readonly PlannedDimension[];
  readonly measures: readonly PlannedMeasure[];
  /** The viewer's filters; with a comparison, those that are not on its column. */
  readonly filter: Condition;
  readonly comparison?: PlannedComparison;
  readonly tops: readonly PlannedTop[];
  /** Index of the dimension whose values become columns. */
  readonly pivot?: number;
  readonly sort: readonly PlannedSort[];
  readonly limit: number;
  readonly totals: boolean;
  /** The dimensions of each further grouping, by index in ascending order. */
  readonly subtotals: readonly (readonly number[])[];
}

export interface PlannedDimension {
  readonly name: string;
  readonly column: DatasetColumn;
  readonly type: ColumnType;
  readonly grain?: Grain;
  /** The days that the filters on the column leave. */
  readonly range: DayRange;
  /** Includes buckets without rows. */
  readonly fillGaps: boolean;
}

export interface PlannedMeasure {
  readonly name: string;
  readonly label: string;
  readonly type: ColumnType;
  readonly format?: Format;
  readonly formula: Formula;
  /** Whether no rows mean zero or no value. */
  readonly zeroWhenEmpty: boolean;
}

export interface PlannedTop {
  readonly dimension: number;
  readonly by: Formula;
  readonly count: number;
  readonly others: boolean;
}

export interface PlannedSort {
  readonly kind: 'dimension' | 'measure';
  readonly index: number;
  readonly direction: 'asc' | 'desc';
}

const defaultLimit = 1000;
/** A year of hours: gaps are filled only where no row was cut off. */
const defaultLimitWithGaps = 10_000;
const defaultPivotLimit = 50;

/** The maximum number of rows for a pivot. */
export const MAX_LONG_ROWS = 100_000;

/** Plans by everything that decides them; no value of a viewer is in one before `guard`. */
const plans = new LRUCache<string, Plan>({
  maxSize: 16 * 1024 * 1024,
  // A plan is about as large as the dataset and the query that it was made from.
  sizeCalculation: (_, key) => 4 * key.length,
});

/** `now` decides which days a period is. The same arguments within a minute get the same plan. */
export function planQuery(spec: QuerySpec, dataset: Dataset, calendar: ViewerCalendar, now: number): Plan {
  // Days begin on a whole minute in every time zone.
  const key = JSON.stringify([dataset, spec, calendar, Math.floor(now / 60_000)]);
  const known = plans.get(key);
  if (known) return known;
  const plan = makePlan(spec, dataset, calendar, now);
  plans.set(key, plan);
  return plan;
}

function makePlan(spec: QuerySpec, dataset: Dataset, calendar: ViewerCalendar, now: number): Plan {
  checkShape(spec);
  checkCalendar(calendar);
  const names = {
    columns: new Map(dataset.columns.map((column) => [column.name, column])),
    measures: new Map((dataset.measures ?? []).map((measure) => [measure.name, measure])),
  };
  const column = (name: string, path: string): DatasetColumn => {
    const found = names.columns.get(name);
    if (found === undefined) throw new QueryError(path, `the dataset has no column ${name}`);
    return found;
  };
  if (spec.dimensions.length + spec.measures.length === 0) {
    throw new QueryError('/measures', 'the query must have a dimension or a measure');
  }

  const conditions = (spec.filters ?? []).flatMap((given, index) => {
    const path = `/filters/${index}`;
    const own = column(given.column, `${path}/column`);
    if (given.operator === 'in-period') checkHasDays(own, `${path}/column`);
    const filter = datedFilter(given, now, calendar);
    return filter ? [{ filter, condition: planFilter(filter, own, calendar, path) }] : [];
  });
  const filters = conditions.map(({ filter }) => filter);
  const dimensions = spec.dimensions.map((dimension, index) =>
    planDimension(
      dimension,
      column(dimension.column, `/dimensions/${index}/column`),
      filters,
      spec,
      `/dimensions/${index}`,
    ),
  );
  const measures = spec.measures.map((name, index) => planMeasure(name, names, `/measures/${index}`));
  checkUnique(dimensions, measures);

  const compared = spec.comparison?.column;
  const comparison =
    spec.comparison === undefined
      ? undefined
      : planComparison(
          spec.comparison,
          filters,
          column(spec.comparison.column, '/comparison/column'),
          calendar,
        );
  checkComparedDimensions(dimensions, comparison);

  const pivot =
    spec.pivot === undefined
      ? undefined
      : dimensionIndex(spec.pivot.dimension, dimensions, '/pivot/dimension');
  return {
    dataset,
    calendar,
    dimensions,
    measures,
    filter: allOf(conditions.filter((item) => !bounds(item.filter, compared)).map((item) => item.condition)),
    ...(comparison === undefined ? {} : { comparison }),
    tops: planTops(spec, dimensions, measures, names, pivot),
    ...(pivot === undefined ? {} : { pivot }),
    sort: planSort(spec, dimensions, measures, pivot),
    limit: spec.limit ?? (dimensions.some(({ fillGaps }) => fillGaps) ? defaultLimitWithGaps : defaultLimit),
    totals: spec.totals === true && measures.length > 0,
    subtotals: planSubtotals(spec, dimensions),
  };
}

function checkHasDays({ name, type }: DatasetColumn, path: string): void {
  if (type === 'date' || type === 'datetime') return;
  throw new QueryError(path, `a period requires a date column, but ${name} is ${type}`);
}

/** Whether a filter only bounds the compared column, which the periods of the comparison already do. */
function bounds(filter: DatedFilter, column: string | undefined): boolean {
  const operators = ['between', 'equals', 'greater', 'greater-or-equal', 'less', 'less-or-equal'];
  return filter.column === column && operators.includes(filter.operator) && dayRangeIsWhole(filter);
}

function dayRangeIsWhole(filter: DatedFilter): boolean {
  const range = dayRangeOf([filter], filter.column);
  const both = filter.operator === 'between' || filter.operator === 'equals';
  return both
    ? range.from !== undefined && range.to !== undefined
    : range.from !== undefined || range.to !== undefined;
}

function planDimension(
  dimension: Dimension,
  column: DatasetColumn,
  filters: readonly DatedFilter[],
  spec: QuerySpec,
  path: string,
): PlannedDimension {
  const { grain } = dimension;
  if (column.type === 'json')
    throw new QueryError(`${path}/column`, `${column.name} is JSON and cannot be grouped`);
  if (column.timeZone !== undefined && !isTimeZone(column.timeZone)) {
    throw new QueryError(
      `${path}/column`,
      `the time zone of ${column.name} is not known: ${column.timeZone}`,
    );
  }
  if (grain !== undefined && column.type !== 'date' && column.type !== 'datetime') {
    throw new QueryError(
      `${path}/grain`,
      `a grain requires a date column, but ${column.name} is ${column.type}`,
    );
  }
  if (grain === 'hour' && column.type === 'date') {
    throw new QueryError(
      `${path}/grain`,
      `${column.name} contains dates without a time, so the grain hour is too fine`,
    );
  }
  if (dimension.fillGaps === true && grain === undefined) {
    throw new QueryError(`${path}/fillGaps`, 'filling gaps requires a grain');
  }
  const repeated = spec.dimensions.filter((other) => other.column === column.name).length > 1;
  return {
    name: repeated && grain !== undefined ? `${column.name}:${grain}` : column.name,
    column,
    type: grain === undefined ? column.type : grain === 'hour' ? 'datetime' : 'date',
    ...(grain === undefined ? {} : { grain }),
    range: dayRangeOf(filters, column.name),
    fillGaps: dimension.fillGaps === true,
  };
}

function planMeasure(name: string, names: MeasureNames, path: string): PlannedMeasure {
  const measure = names.measures.get(name);
  if (measure === undefined) throw new QueryError(path, `the dataset has no measure ${name}`);
  const formula = formulaOf(measure, names, path);
  const format = measure.format;
  return {
    name,
    label: measure.label ?? name,
    type: formulaType(formula),
    formula,
    zeroWhenEmpty: isZeroWhenEmpty(formula),
    ...(format === undefined ? {} : { format }),
  };
}

function planTops(
  spec: QuerySpec,
  dimensions: readonly PlannedDimension[],
  measures: readonly PlannedMeasure[],
  names: MeasureNames,
  pivot: number | undefined,
): readonly PlannedTop[] {
  const tops: PlannedTop[] = [];
  if (spec.top !== undefined) {
    tops.push({
      dimension: dimensionIndex(spec.top.dimension, dimensions, '/top/dimension'),
      by: planMeasure(spec.top.by, names, '/top/by').formula,
      count: spec.top.count,
      others: spec.top.others === true,
    });
  }
  if (spec.pivot !== undefined && pivot !== undefined) {
    const [first] = measures;
    if (first === undefined) throw new QueryError('/measures', 'a pivot requires a measure for its columns');
    if (tops.every((top) => top.dimension !== pivot)) {
      const count = spec.pivot.limit ?? defaultPivotLimit;
      tops.push({ dimension: pivot, by: first.formula, count, others: false });
    }
  }
  for (const top of tops) {
    if (dimensions[top.dimension]?.fillGaps === true) {
      throw new QueryError('/top', 'gaps cannot be filled in a dimension that shows only its top values');
    }
  }
  return tops;
}

function planSort(
  spec: QuerySpec,
  dimensions: readonly PlannedDimension[],
  measures: readonly PlannedMeasure[],
  pivot: number | undefined,
): readonly PlannedSort[] {
  const sort: PlannedSort[] = (spec.sort ?? []).map(({ by, direction }, position) => {
    const path = `/sort/${position}/by`;
    const dimension = dimensions.findIndex((item) => item.name === by);
    if (dimension >= 0) return { kind: 'dimension', index: dimension, direction };
    const measure = measures.findIndex((item) => item.name === by);
    if (measure < 0) throw new QueryError(path, `${by} is neither a dimension nor a measure of this query`);
    if (pivot !== undefined)
      throw new QueryError(path, 'the rows of a pivot can be sorted by dimensions only');
    return { kind: 'measure', index: measure, direction };
  });
  const inTime = dimensions.some((dimension) => dimension.grain !== undefined);
  if (sort.length === 0 && measures.length > 0 && !inTime && pivot === undefined && dimensions.length > 0) {
    sort.push({ kind: 'measure', index: 0, direction: 'desc' });
  }
  // Every dimension takes part, so that equal queries return rows in the same order, page after page.
  const rest = dimensions.map((_, index) => index).filter((index) => index !== pivot);
  const inTimeFirst = rest.toSorted((a, b) => Number(isTime(dimensions[b])) - Number(isTime(dimensions[a])));
  for (const index of pivot === undefined ? inTimeFirst : [...inTimeFirst, pivot]) {
    if (!sort.some((item) => item.kind === 'dimension' && item.index === index)) {
      sort.push({ kind: 'dimension', index, direction: 'asc' });
    }
  }
  return sort;
}

function planSubtotals(
  { subtotals = [], measures, pivot }: QuerySpec,
  dimensions: readonly PlannedDimension[],
): Plan['subtotals'] {
  if (subtotals.length === 0) return [];
  if (measures.length === 0) throw new QueryError('/measures', 'subtotals require a measure');
  if (pivot !== undefined) throw new QueryError('/subtotals', 'a query with a pivot cannot have subtotals');
  return subtotals.map((grouping, position) => {
    const path = `/subtotals/${position}/dimensions`;
    const kept = grouping.dimensions.map((name, index) =>
      dimensionIndex(name, dimensions, `${path}/${index}`),
    );
    if (new Set(kept).size < kept.length) throw new QueryError(path, 'contains a dimension twice');
    return kept.toSorted((a, b) => a - b);
  });
}

const isTime = (dimension: PlannedDimension | undefined) => dimension?.grain !== undefined;

function dimensionIndex(name: string, dimensions: readonly PlannedDimension[], path: string): number {
  const index = dimensions.findIndex((dimension) => dimension.name === name);
  if (index < 0) throw new QueryError(path, `${name} is not a dimension of this query`);
  return index;
}

function checkUnique(dimensions: readonly PlannedDimension[], measures: readonly PlannedMeasure[]): void {
  const seen = new Set<string>();
  const check = (name: string, path: string) => {
    if (seen.has(name)) throw new QueryError(path, `${name} appears twice`);
    seen.add(name);
  };
  dimensions.forEach((dimension, index) => void check(dimension.name, `/dimensions/${index}/column`));
  measures.forEach((measure, index) => void check(measure.name, `/measures/${index}`));
}

function checkComparedDimensions(
  dimensions: readonly PlannedDimension[],
  comparison: PlannedComparison | undefined,
): void {
  dimensions.forEach((dimension, index) => {
    if (comparison === undefined || dimension.column.name !== comparison.column.name) return;
    const path = `/dimensions/${index}/grain`;
    if (dimension.type === 'datetime' && dimension.grain === undefined) {
      throw new QueryError(path, 'a time dimension requires a grain to be compared with another period');
    }
    if (dimension.grain === 'hour' && comparison.shift.unit === 'months') {
      throw new QueryError(path, 'hours can only be compared with a period of days, not of months or years');
    }
  });
}

const querySpec = Compile(QuerySpecSchema);

/** The compiled check is many times as fast; only a query that fails it is checked again to find the mistake. */
function checkShape(spec: QuerySpec): void {
  if (querySpec.Check(spec)) return;
  const [mistake] = shapeErrors(QuerySpecSchema, spec);
  throw new QueryError(mistake?.path ?? '', mistake?.problem ?? 'is not a query');
}

function checkCalendar(calendar: ViewerCalendar): void {
  if (!isTimeZone(calendar.timeZone)) {
    throw new QueryError('/calendar/timeZone', `${calendar.timeZone} is not a known IANA time zone`);
  }
  const { weekStart, fiscalYearStart } = calendar;
  if (![1, 2, 3, 4, 5, 6, 7].includes(weekStart)) {
    throw new QueryError('/calendar/weekStart', 'must be 1 (Monday) to 7 (Sunday)');
  }
  if (!Number.isInteger(fiscalYearStart) || fiscalYearStart < 1 || fiscalYearStart > 12) {
    throw new QueryError('/calendar/fiscalYearStart', 'must be a month, 1 to 12');
  }
}
