import type { Filter } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';

export type Operator = Filter['operator'];

const forText = [
  'in',
  'not-in',
  'equals',
  'not-equals',
  'contains',
  'starts-with',
  'is-set',
  'is-not-set',
] as const;
const forNumbers = [
  'between',
  'equals',
  'not-equals',
  'greater',
  'greater-or-equal',
  'less',
  'less-or-equal',
  'in',
  'is-set',
  'is-not-set',
] as const;
const forTimes = [
  'between',
  'in-period',
  'greater-or-equal',
  'less-or-equal',
  'equals',
  'is-set',
  'is-not-set',
] as const;

/** The operators of a column, the most common first. */
export function operatorsFor(type: ColumnType): readonly Operator[] {
  if (type === 'boolean') return ['equals', 'is-set', 'is-not-set'];
  if (type === 'date' || type === 'datetime') return forTimes;
  return type === 'string' || type === 'json' ? forText : forNumbers;
}

/** The filter with another operator; keeps as much of its value as fits. */
export function withOperator(filter: Filter, operator: Operator): Filter {
  const { column } = filter;
  const known =
    'value' in filter
      ? filter.value
      : 'values' in filter
        ? (filter.values[0] ?? '')
        : 'from' in filter
          ? filter.from
          : '';
  switch (operator) {
    case 'in':
    case 'not-in':
      return { column, operator, values: 'values' in filter ? filter.values : known === '' ? [] : [known] };
    case 'between':
      return { column, operator, from: known, to: 'to' in filter ? filter.to : '' };
    case 'in-period':
      return { column, operator, period: 'last-12-months' };
    case 'is-set':
    case 'is-not-set':
      return { column, operator };
    case 'contains':
    case 'starts-with':
      return { column, operator, value: String(known) };
    default:
      return { column, operator, value: known };
  }
}

export function newFilter(column: string, type: ColumnType): Filter {
  const [operator = 'equals'] = operatorsFor(type);
  const start: Filter = { column, operator: 'equals', value: type === 'boolean' ? true : '' };
  return withOperator(start, operator);
}
