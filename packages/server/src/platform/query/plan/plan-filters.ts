import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Scalar, ViewerCalendar } from '@inlay/protocol/query';
import { allOf, anyOf, type Comparison, type Condition } from '../../rules/condition.ts';
import { inEnglish } from '../../rules/reason.ts';
import { typedLiteral } from '../../rules/typed-literal.ts';
import { addDays } from '../../time/calendar-date.ts';
import { isDate, parseLocal, startOfDay } from '../../time/zoned-time.ts';
import { QueryError } from '../errors/query-error.ts';
import type { DatedFilter } from './period-days.ts';

/**
 * Converts a viewer's filter to a typed condition. Throws with the path of the filter if it does not fit the column.
 */
export function planFilter(
  filter: DatedFilter,
  column: DatasetColumn,
  calendar: ViewerCalendar,
  path: string,
): Condition {
  const ordered = ['less', 'less-or-equal', 'greater', 'greater-or-equal', 'between'].includes(
    filter.operator,
  );
  if (ordered && column.type === 'boolean') {
    throw new QueryError(`${path}/operator`, `column ${column.name} is boolean, which has no order`);
  }
  switch (filter.operator) {
    case 'is-set':
    case 'is-not-set':
      return { kind: filter.operator, column };
    case 'contains':
    case 'starts-with':
      if (column.type !== 'string') {
        throw new QueryError(
          `${path}/operator`,
          `${filter.operator} requires a text column, but ${column.name} is ${column.type}`,
        );
      }
      return compare(column, filter.operator, filter.value, calendar, `${path}/value`);
    case 'in':
    case 'not-in': {
      const conditions = filter.values.map((value, index) =>
        compare(
          column,
          filter.operator === 'in' ? 'equals' : 'not-equals',
          value,
          calendar,
          `${path}/values/${index}`,
        ),
      );
      const literals = conditions.flatMap((condition) =>
        condition.kind === 'compare' ? [condition.literal] : [],
      );
      const listed: Condition =
        literals.length === conditions.length
          ? { kind: filter.operator, column, literals }
          : filter.operator === 'in'
            ? anyOf(conditions)
            : allOf(conditions);
      return filter.orNotSet ? anyOf([listed, { kind: 'is-not-set', column }]) : listed;
    }
    case 'between':
      return allOf([
        compare(column, 'greater-or-equal', filter.from, calendar, `${path}/from`),
        compare(column, 'less-or-equal', filter.to, calendar, `${path}/to`),
      ]);
    default:
      return compare(column, filter.operator, filter.value, calendar, `${path}/value`);
  }
}

function compare(
  column: DatasetColumn,
  operator: Comparison,
  value: Scalar,
  calendar: ViewerCalendar,
  path: string,
): Condition {
  if (column.type === 'datetime' && typeof value === 'string' && isDate(value)) {
    return compareWithDay(column, operator, value, calendar, path);
  }
  // A time without a zone is the viewer's own clock.
  const local =
    column.type === 'datetime' && typeof value === 'string'
      ? parseLocal(value, calendar.timeZone)
      : undefined;
  const typed = typedLiteral(column, local ?? value, 'filter');
  if (!typed.ok) throw new QueryError(path, inEnglish(typed.reason));
  return { kind: 'compare', column, operator, literal: typed.literal };
}

/** A datetime compared with a day means the whole day in the viewer's time zone, whatever its length. */
function compareWithDay(
  column: DatasetColumn,
  operator: Comparison,
  day: string,
  calendar: ViewerCalendar,
  path: string,
): Condition {
  const at = (bound: 'greater-or-equal' | 'less', date: string): Condition => {
    const typed = typedLiteral(column, startOfDay(date, calendar.timeZone), 'filter');
    if (!typed.ok) throw new QueryError(path, inEnglish(typed.reason));
    return { kind: 'compare', column, operator: bound, literal: typed.literal };
  };
  const next = addDays(day, 1);
  switch (operator) {
    case 'less':
      return at('less', day);
    case 'less-or-equal':
      return at('less', next);
    case 'greater':
      return at('greater-or-equal', next);
    case 'greater-or-equal':
      return at('greater-or-equal', day);
    case 'not-equals':
      return anyOf([at('less', day), at('greater-or-equal', next)]);
    default:
      return allOf([at('greater-or-equal', day), at('less', next)]);
  }
}
