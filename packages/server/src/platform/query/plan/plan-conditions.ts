import type { Filter, ViewerCalendar } from '@inlay/protocol/query';
import { always, anyOf, type QueryColumn } from '../../rules/condition.ts';
import { QueryError } from '../errors/query-error.ts';
import { type MarkFilter, planMarkFilter } from './mark-filter.ts';
import { datedFilter } from './period-days.ts';
import { planFilter } from './plan-filters.ts';
import type { PlannedFilter } from './plan-parts.ts';

interface Given {
  readonly filters?: readonly Filter[] | undefined;
  readonly anyOf?: readonly (readonly Filter[])[] | undefined;
  readonly chosen?: readonly MarkFilter[] | undefined;
}

interface ConditionScope {
  columnNamed(name: string, path: string): QueryColumn;
  readonly calendar: ViewerCalendar;
  readonly now: number;
}

/** The filters of a query or a measure, typed; a group of alternatives is one of them. */
export function planConditions(given: Given, scope: ConditionScope, path: string): readonly PlannedFilter[] {
  const { calendar, now } = scope;
  const plan = (filter: Filter, at: string): PlannedFilter => {
    const column = scope.columnNamed(filter.column, `${at}/column`);
    if (filter.operator === 'in-period' && column.type !== 'date' && column.type !== 'datetime') {
      throw new QueryError(
        `${at}/column`,
        `a period requires a date column, but ${column.name} is ${column.type}`,
      );
    }
    const dated = datedFilter(filter, now, calendar);
    // All time is no condition.
    if (dated === undefined) return { condition: always };
    return { filter: dated, condition: planFilter(dated, column, calendar, at) };
  };
  return [
    ...(given.filters ?? []).map((filter, index) => plan(filter, `${path}/filters/${index}`)),
    ...(given.anyOf ?? []).map((group, index) => ({
      condition: anyOf(
        group.map((filter, position) => plan(filter, `${path}/anyOf/${index}/${position}`).condition),
      ),
    })),
    ...(given.chosen ?? []).map((filter, index) => {
      const at = `${path}/chosen/${index}`;
      const column = scope.columnNamed(filter.column, `${at}/column`);
      return { condition: planMarkFilter(filter, column, calendar, at) };
    }),
  ];
}
