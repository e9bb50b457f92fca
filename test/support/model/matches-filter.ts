import type { Filter, MeasureFilter, Scalar } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import { dayIn, daysOf, type Today } from './evaluate-time.ts';
import { Fraction } from './fraction.ts';
import { isSame, type Value } from './value.ts';
import { compares, isBetween, isSet, typedOperand } from './visible-rows.ts';

export function matchesFilter(filter: Filter, cell: Value, type: ColumnType, today: Today): boolean {
  if (filter.operator === 'in-period') {
    const { column, period } = filter;
    const days = daysOf(period, today);
    // All time is no condition.
    return days === undefined || matchesFilter({ column, operator: 'between', ...days }, cell, type, today);
  }
  if (filter.operator === 'is-set') return isSet(cell);
  if (filter.operator === 'is-not-set') return !isSet(cell);
  if ('orNotSet' in filter && filter.orNotSet === true && !isSet(cell)) return true;
  if (cell === null) return false;
  // A time beside a day is compared as the day that it falls on.
  const pair = (value: Scalar): readonly [Value, Value] =>
    type === 'datetime' && /^\d{4}-\d\d-\d\d$/.test(String(value))
      ? [dayIn(String(cell), today.calendar), String(value)]
      : [cell, value === '' ? '' : typedOperand(value, type, true)];
  switch (filter.operator) {
    case 'in':
    case 'not-in':
      return filter.values.some((value) => isSame(...pair(value))) === (filter.operator === 'in');
    case 'between': {
      const [[low, from], [high, to]] = [pair(filter.from), pair(filter.to)];
      return compares('greater-or-equal', low, from) && compares('less-or-equal', high, to);
    }
    default:
      return 'value' in filter && compares(filter.operator, ...pair(filter.value));
  }
}

export function matchesMeasure(condition: MeasureFilter, value: Value): boolean {
  if (condition.operator === 'is-set') return value !== null;
  if (condition.operator === 'is-not-set') return value === null;
  if (value === null) return false;
  if (condition.operator === 'between')
    return isBetween(value, Fraction.of(condition.from), Fraction.of(condition.to));
  return 'value' in condition && compares(condition.operator, value, Fraction.of(condition.value));
}
