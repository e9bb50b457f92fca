import type { Filter, Grain, QuerySpec, Scalar, ViewerCalendar } from '@inlay/protocol/query';
import { allOf, always, anyOf, type Condition, type QueryColumn } from '../../rules/condition.ts';
import { hourEndIn } from '../../time/hour-starts.ts';
import { isDate, parseInstant } from '../../time/zoned-time.ts';
import { QueryError } from '../errors/query-error.ts';
import { bucketDays } from './period-days.ts';
import { planFilter } from './plan-filters.ts';

/**
 * Exactly the rows of the groups with these values, or of all other groups (ADR 308). Unlike with the operators of
 * authors, the missing value and the empty text are two groups.
 */
export interface MarkFilter {
  readonly column: string;
  readonly operator: 'is' | 'is-not';
  readonly values: readonly (Scalar | null)[];
  /** The values are starts of periods of this granularity. */
  readonly grain?: Grain;
}

/** A filter of an author or a viewer. */
export type QueryFilter = Filter | MarkFilter;

/** A query with the values that a viewer chose. Only the server creates those. */
export type Query = QuerySpec & { readonly chosen?: readonly MarkFilter[] };

export const isMarkFilter = (filter: QueryFilter): filter is MarkFilter =>
  filter.operator === 'is' || filter.operator === 'is-not';

export function planMarkFilter(
  filter: MarkFilter,
  column: QueryColumn,
  calendar: ViewerCalendar,
  path: string,
): Condition {
  const { operator, values, grain } = filter;
  const given = values.filter((value) => value !== null);
  const hasNull = given.length < values.length;
  const plan: PlanOn = (filter) => planFilter({ column: column.name, ...filter }, column, calendar, path);
  if (operator === 'is') {
    const listed = grain
      ? given.map((value) => within(column, startOf(value, grain, path), grain, { plan, calendar }))
      : given.length === 0
        ? []
        : [plan({ operator: 'in', values: given })];
    return anyOf([...listed, ...(hasNull ? [{ kind: 'is-null', column } as const] : [])]);
  }
  const others = grain
    ? allOf(given.map((value) => outside(column, startOf(value, grain, path), grain, { plan, calendar })))
    : given.length === 0
      ? always
      : plan({ operator: 'not-in', values: given });
  return hasNull
    ? allOf([others, { kind: 'is-not-null', column }])
    : anyOf([others, { kind: 'is-null', column }]);
}

type OnColumn =
  | { readonly operator: 'in' | 'not-in'; readonly values: Scalar[] }
  | { readonly operator: 'between'; readonly from: string; readonly to: string }
  | { readonly operator: 'less' | 'greater' | 'greater-or-equal'; readonly value: string };
type PlanOn = (filter: OnColumn) => Condition;

/** The day or, of an hour, the instant at which a period begins. */
function startOf(value: Scalar, grain: Grain, path: string): string {
  const text = typeof value === 'string' ? value : '';
  const day = text.slice(0, 10);
  const start = grain === 'hour' ? parseInstant(text) : isDate(day) ? day : undefined;
  if (start === undefined)
    throw new QueryError(path, `requires a date as its value, the start of a ${grain}`);
  return start;
}

interface PeriodScope {
  readonly plan: PlanOn;
  readonly calendar: ViewerCalendar;
}

function within(
  column: QueryColumn,
  start: string,
  grain: Grain,
  { plan, calendar }: PeriodScope,
): Condition {
  if (grain !== 'hour') return plan({ operator: 'between', ...bucketDays(start, grain) });
  // The days around it let an index or a partition narrow the rows before their clocks are read as instants.
  const after = (hours: number) => Temporal.Instant.from(start).add({ hours }).toString();
  return allOf([
    plan({ operator: 'greater-or-equal', value: after(-24) }),
    plan({ operator: 'less', value: after(25) }),
    { kind: 'in-hour', column, ...hourFrom(start, calendar) },
  ]);
}

function outside(
  column: QueryColumn,
  start: string,
  grain: Grain,
  { plan, calendar }: PeriodScope,
): Condition {
  if (grain === 'hour') return { kind: 'not-in-hour', column, ...hourFrom(start, calendar) };
  const { from, to } = bucketDays(start, grain);
  return anyOf([plan({ operator: 'less', value: from }), plan({ operator: 'greater', value: to })]);
}

function hourFrom(start: string, { timeZone }: ViewerCalendar) {
  const end = new Date(hourEndIn(timeZone, Date.parse(start))).toISOString();
  return { start: instant(start), end: instant(end) };
}

const instant = (text: string) => ({ type: 'datetime', text, origin: 'filter' }) as const;
