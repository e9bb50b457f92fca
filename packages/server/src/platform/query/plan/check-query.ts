import { type QuerySpec, QuerySpecSchema, type ViewerCalendar } from '@inlay/protocol/query';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { Compile } from 'typebox/compile';
import { isTimeZone } from '../../time/zoned-time.ts';
import { QueryError } from '../errors/query-error.ts';

const querySpec = Compile(QuerySpecSchema);

/** The compiled check is many times as fast; only a query that fails it is checked again to find the mistake. */
export function checkShape(spec: QuerySpec): void {
  if (querySpec.Check(spec)) return;
  const [mistake] = shapeErrors(QuerySpecSchema, spec);
  throw new QueryError(mistake?.path ?? '', mistake?.problem ?? 'is not a query');
}

export function checkCalendar(calendar: ViewerCalendar): void {
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
