import type { ContextCondition } from '@inlay/protocol/rule';
import { valuesOf } from './rule-group.ts';

/** The condition with another operator; keeps as much of its value as fits. */
export function withConditionOperator(
  condition: ContextCondition,
  operator: ContextCondition['operator'],
): ContextCondition {
  const { context } = condition;
  const [known = ''] = valuesOf(condition);
  switch (operator) {
    case 'in':
    case 'not-in':
      return { context, operator, values: 'values' in condition ? condition.values : [known] };
    case 'is-set':
    case 'is-not-set':
      return { context, operator };
    case 'between':
      return { context, operator, from: known, to: 'to' in condition ? condition.to : known };
    default:
      return { context, operator, value: known };
  }
}
