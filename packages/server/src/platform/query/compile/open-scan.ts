import { allOf, always, anyOf, columnsOf, type QueryColumn } from '../../rules/condition.ts';
import { bucketStart } from '../../time/calendar-date.ts';
import type { GuardedPlan } from '../guard/guard.ts';
import { columnsOfValue } from '../model/formula.ts';
import type { MeasuredValue } from '../model/formula-tree.ts';
import { type DayRange, envelopeOf } from '../plan/day-range.ts';
import type { Plan } from '../plan/plan.ts';
import { type PlannedPart, withinDays } from '../plan/plan-parts.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { compileCondition } from './compile-condition.ts';
import { compileDimension } from './compile-dimension.ts';
import { type Aggregation, valueName as name } from './compile-formula.ts';
import { compileFrom } from './compile-from.ts';
import type { Scan } from './scans-of.ts';

/** How a scan compiles: its rows are those of its parts. */
export interface OpenScan {
  readonly parts: readonly number[];
  /** Those that do not have all of its rows. */
  readonly partial: readonly number[];
  has(value: MeasuredValue): boolean;
  valueOf(value: MeasuredValue): Sql;
  /** 1 or 0. */
  isIn(part: number): Sql;
  /** The rows with their dimensions and these columns. */
  select(columns: readonly Sql[]): Sql;
}

export function openScan(
  guarded: GuardedPlan,
  scan: Scan,
  { values, grouped, dialect }: Aggregation,
): OpenScan {
  const { plan } = guarded;
  const { filter, range, within } = rowsOf(scan, plan);
  const has = (value: MeasuredValue) => scan.parts.includes(value.part) && (value.fact ?? '') === scan.fact;
  const from = compileFrom(
    guarded,
    {
      fact: plan.sources.findIndex(({ path }) => path === scan.fact),
      columns: [
        ...plan.dimensions.map(({ column }) => column),
        ...values.all.filter(has).flatMap(columnsOfValue),
        ...scan.parts.flatMap((part) => columnsOf(within(part))),
      ],
      filter,
    },
    dialect,
  );
  const { columnOf } = from;
  const moved =
    scan.parts.length === 1 && grouped === undefined ? plan.parts[scan.parts[0] ?? 0]?.dated : undefined;
  const keys = plan.dimensions.map((dimension, position) => {
    const isDated =
      dimension.column.name === plan.byDay?.column.name || dimension.column.name === moved?.column.name;
    const key = compileDimension(dimension, columnOf(dimension.column), {
      calendar: plan.calendar,
      dialect,
      range: isDated ? range : dimension.range,
      shift: isDated ? moved?.shift : undefined,
    });
    return sql`${key} AS ${name('k', position)}`;
  });
  return {
    parts: scan.parts,
    partial: scan.parts.filter((part) => within(part).kind !== 'always'),
    has,
    valueOf: (value) => {
      // Other buckets are left out as a whole.
      const isWhole = grouped !== undefined && hasWholeBuckets(value.part, plan);
      const filter = isWhole ? value.filter : allOf([within(value.part), value.filter]);
      return compileValue({ ...value, filter }, dialect, columnOf);
    },
    isIn: (part) => {
      if (!scan.parts.includes(part)) return sql`0`;
      const condition = within(part);
      if (condition.kind === 'always') return sql`1`;
      return sql`CASE WHEN ${compileCondition(condition, dialect, columnOf)} THEN 1 ELSE 0 END`;
    },
    select: (columns) => {
      const selected = [...keys, ...columns];
      // A query that only counts rows needs no column.
      const list = selected.length === 0 ? sql`1 AS present` : join(selected, ', ');
      const where = from.where.length === 0 ? [] : [sql`WHERE ${join(from.where, '\n    AND ')}`];
      return join([trusted(''), sql`SELECT ${list}`, from.tables, ...where], '\n  ');
    },
  };
}

/** The rows of a scan, their days, and which of them belong to a part. */
function rowsOf({ parts }: Scan, { byDay, calendar, ...plan }: Plan) {
  const [first = 0, ...others] = parts;
  if (byDay === undefined || others.length === 0) {
    const { filter, dated } = plan.parts[first] as PlannedPart;
    return { filter, range: dated?.range ?? byDay?.ranges[first] ?? {}, within: () => always };
  }
  const { column, rest, ranges } = byDay;
  const daysOf = (part: number) => ranges[part] ?? {};
  const { range, isContiguous } = envelopeOf(parts.map(daysOf));
  const days = (given: DayRange) => withinDays(column, given, calendar);
  // Where the filter has the same bound, it need not be checked twice.
  const unfiltered = ({ from, to }: DayRange): DayRange => ({
    ...(from === undefined || from === range.from ? {} : { from }),
    ...(to === undefined || to === range.to ? {} : { to }),
  });
  return {
    filter: allOf([rest, isContiguous ? days(range) : anyOf(parts.map((part) => days(daysOf(part))))]),
    range,
    within: (part: number) => days(isContiguous ? unfiltered(daysOf(part)) : daysOf(part)),
  };
}

/** Whether buckets belong to a part with all of their rows or with none. */
function hasWholeBuckets(part: number, { byDay, dimensions, calendar }: Plan): boolean {
  const { from, to } = byDay?.ranges[part] ?? {};
  return dimensions.some(
    ({ column, grain = 'day' }) =>
      column.name === byDay?.column.name &&
      grain !== 'hour' &&
      [from, to].every((bound) => bound === undefined || bucketStart(bound, grain, calendar) === bound),
  );
}

function compileValue(
  { column, times, filter }: MeasuredValue,
  dialect: Dialect,
  columnOf: (column: QueryColumn) => Sql,
): Sql {
  const single = column === undefined ? sql`1` : compileColumn(column, columnOf(column), dialect);
  const value = times === undefined ? single : dialect.multiply(single, columnOf(times));
  if (filter.kind === 'always') return value;
  return sql`CASE WHEN ${compileCondition(filter, dialect, columnOf)} THEN ${value} END`;
}

function compileColumn(column: QueryColumn, source: Sql, dialect: Dialect): Sql {
  if (column.type === 'string') return dialect.textKey(source);
  if (column.type === 'json') return sql`CASE WHEN ${source} IS NOT NULL THEN 1 END`;
  return column.type === 'datetime' ? dialect.instant(source, column.timeZone) : source;
}
