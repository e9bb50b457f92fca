import type { ContextCondition } from '@inlay/protocol/rule';

/** The condition with another operator, keeping of its value what it can. */
export function withConditionOperator(
  condition: ContextCondition,
  operator: ContextCondition['operator'],
): ContextCondition {
  const { context } = condition;
  const known =
    'value' in condition ? condition.value : 'values' in condition ? (condition.values[0] ?? '') : '';
  switch (operator) {
    case 'in':
    case 'not-in':
      return { context, operator, values: 'values' in condition ? condition.values : [known] };
    case 'is-set':
    case 'is-not-set':
      return { context, operator };
    case 'between':
      return { context, operator, from: known, to: known };
    default:
      return { context, operator, value: known };
  }
}
