import type { RowRule } from '@inlay/protocol/rule';
import { type Condition, newCondition, operandsOf } from './condition.ts';

/** Conditions and nested groups, all or any of which must match. */
export interface RuleGroup {
  readonly join: 'and' | 'or';
  readonly parts: readonly RowRule[];
}

export const isGroup = (rule: RowRule): boolean => 'and' in rule || 'or' in rule;

/** A rule as a group: no rule is an empty group, and a condition is a group of one. */
export function groupOf(rule: RowRule | undefined): RuleGroup {
  if (rule === undefined) return { join: 'and', parts: [] };
  if ('and' in rule) return { join: 'and', parts: rule.and };
  return 'or' in rule ? { join: 'or', parts: rule.or } : { join: 'and', parts: [rule] };
}

/** A group as a rule: a group of one is the condition itself. */
export function ruleOf({ join, parts }: RuleGroup): RowRule | undefined {
  if (parts.length <= 1) return parts[0];
  return join === 'and' ? { and: parts } : { or: parts };
}

/** A group to nest in another. It starts with two conditions and the other join, or it would change nothing. */
export function newGroup(outer: RuleGroup['join'], first: Condition = newCondition()): RowRule {
  const parts = [first, first];
  return outer === 'and' ? { or: parts } : { and: parts };
}

/** All conditions of a rule at any depth. */
export function conditionsOf(rule: RowRule | undefined): readonly Condition[] {
  if (rule === undefined || 'all' in rule || 'follow' in rule) return [];
  return 'operator' in rule ? [rule] : groupOf(rule).parts.flatMap(conditionsOf);
}

/** Whether every condition has its values: one without would hide content from everyone. */
export const isFinished = (rule: RowRule | undefined): boolean =>
  conditionsOf(rule).every((condition) => {
    if ('context' in condition && condition.context === 'attributes.') return false;
    const operands = operandsOf(condition);
    const isGiven = (operand: unknown) => operand !== '';
    return 'values' in condition ? operands.some(isGiven) : operands.every(isGiven);
  });
