import type { Grain } from '@inlay/protocol/query';
import { BUCKET, shiftDate } from '../../time/calendar-date.ts';
import { formulaType } from '../model/formula.ts';
import type { AggregateFormula, Frame } from '../model/formula-tree.ts';
import type { DayRange } from '../plan/day-range.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlannedDimension } from '../plan/plan-dimensions.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { compileBucket, compileLocalDate } from './compile-dimension.ts';
import { valueName as name } from './compile-formula.ts';
import type { Grouping } from './grouping.ts';

/** An aggregate over the buckets of a frame. */
export function compileFrame(
  value: Sql,
  of: AggregateFormula,
  frame: Frame,
  { plan, dimensions, flags }: Grouping,
  dialect: Dialect,
): Sql {
  const key = name('k', frame.axis);
  const axis = plan.dimensions[frame.axis];
  const others = dimensions.filter((index) => plan.dimensions[index]?.column.name !== axis?.column.name);
  const partition = [
    ...others.map((index) => name('k', index)),
    ...flags.map(({ column }) => column),
    // Rows without a date are before none and after none.
    sql`CASE WHEN ${key} IS NULL THEN 1 ELSE 0 END`,
    ...(frame.kind === 'period' ? [periodOf(key, frame, plan, dialect)] : []),
  ];
  const by = sql`PARTITION BY ${join(partition, ', ')}`;
  const type = formulaType(of);
  const aggregated =
    of.aggregate === 'min'
      ? dialect.min(value)
      : of.aggregate === 'max'
        ? dialect.max(value)
        : dialect.sum(value, type);
  if (frame.kind !== 'moving') return sql`${aggregated} OVER (${by} ORDER BY ${key})`;
  const bucket = bucketOf(frame.grain);
  const before = trusted(String((frame.buckets - 1) * bucket.count));
  const number = dialect.bucketNumber(bucket.unit, key);
  return sql`${aggregated} OVER (${by} ORDER BY ${number} RANGE BETWEEN ${before} PRECEDING AND CURRENT ROW)`;
}

export const bucketOf = (grain: Grain) =>
  grain === 'hour' ? ({ unit: 'hours', count: 1 } as const) : BUCKET[grain];

function periodOf(
  key: Sql,
  { axis, grain, period }: Extract<Frame, { kind: 'period' }>,
  plan: Plan,
  dialect: Dialect,
): Sql {
  const { calendar } = plan;
  const day =
    grain === 'hour' ? compileLocalDate(key, undefined, calendar.timeZone, daysOf(axis, plan), dialect) : key;
  return compileBucket(day, period, calendar, dialect);
}

/** The days of the buckets of a dimension, those that are only added up included. */
export function daysOf(axis: number, { dimensions, parts }: Plan): DayRange {
  const { column, range } = dimensions[axis] as PlannedDimension;
  const starts = parts.flatMap(({ dated }) => {
    if (dated?.column.name !== column.name) return [];
    const {
      range: { from },
      shift,
    } = dated;
    return [from === undefined || shift === undefined ? from : shiftDate(from, shift)];
  });
  const froms = [range.from, ...starts];
  const [first] = froms.flatMap((from) => from ?? []).toSorted();
  return first === undefined || froms.includes(undefined) ? {} : { ...range, from: first };
}
