import { canGroup } from '@inlay/protocol/can-group';
import type { Dimension, Grain, QuerySpec } from '@inlay/protocol/query';
import type { ColumnType, ResultColumn } from '@inlay/protocol/result';
import type { QueryColumn } from '../../rules/condition.ts';
import { isTimeZone } from '../../time/zoned-time.ts';
import { QueryError } from '../errors/query-error.ts';
import { type DayRange, dayRangeOf } from './day-range.ts';
import type { DatedFilter } from './period-days.ts';
import type { PlannedPart } from './plan-parts.ts';

export interface PlannedDimension {
  readonly name: string;
  readonly column: QueryColumn;
  readonly type: ColumnType;
  readonly grain?: Grain;
  /** The days that the filters on the column leave. */
  readonly range: DayRange;
  /** Includes buckets without rows. */
  readonly fillGaps: boolean;
  /** The bucket that is not over. */
  readonly incomplete?: NonNullable<ResultColumn['incomplete']>;
}

export function planDimension(
  dimension: Dimension,
  column: QueryColumn,
  filters: readonly DatedFilter[],
  spec: QuerySpec,
  path: string,
): PlannedDimension {
  const { grain } = dimension;
  if (!canGroup(column)) throw new QueryError(`${path}/column`, groupingProblem(column));
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
      `${column.name} contains dates without a time: group it by day, week, month or longer instead of by hour`,
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
    // A bucket that a filter on a measure hides is not empty, and one by another grain has no value for a new bucket.
    fillGaps: dimension.fillGaps === true && !repeated && (spec.having ?? []).length === 0,
  };
}

const groupingProblem = ({ name, type }: QueryColumn): string =>
  type === 'json'
    ? `${name} is JSON and cannot be grouped`
    : `${name} is computed as a floating-point number, and nearly equal ones would be different groups; round it in its expression: round(…, 2)`;

/** The place of a dimension by the name that the query uses. */
export function dimensionIndex(name: string, dimensions: readonly PlannedDimension[], path: string): number {
  const index = dimensions.findIndex((dimension) => dimension.name === name);
  if (index < 0) throw new QueryError(path, `${name} is not a dimension of this query`);
  return index;
}

/** Refuses dimensions that cannot be moved to another period. */
export function checkComparedDimensions(
  dimensions: readonly PlannedDimension[],
  parts: readonly PlannedPart[],
): void {
  for (const { dated } of parts) {
    dimensions.forEach((dimension, index) => {
      if (dated?.shift === undefined || dimension.column.name !== dated.column.name) return;
      const path = `/dimensions/${index}/grain`;
      if (dimension.type === 'datetime' && dimension.grain === undefined) {
        throw new QueryError(path, 'a time dimension requires a grain to be compared with another period');
      }
      if (dimension.grain === 'hour' && dated.shift.unit === 'months') {
        throw new QueryError(
          path,
          'hours can only be compared with a period of days, not of months or years',
        );
      }
    });
  }
}
