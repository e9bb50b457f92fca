import type { Scalar } from '@inlay/protocol/query';
import type { ContextCondition, ContextPath, VisibilityRule } from '@inlay/protocol/rule';

/** Conditions and nested groups, joined by `and` or `or`. */
export interface RuleGroup {
  readonly join: 'and' | 'or';
  readonly parts: readonly VisibilityRule[];
}

/** Whether the attribute is a list: a user is a member of groups and roles. */
export const isList = (context: ContextPath): boolean => context === 'groups' || context === 'roles';

/** A rule as a group: no rule is an empty group, a single condition a group of one. */
export function groupOf(rule: VisibilityRule | undefined): RuleGroup {
  if (rule === undefined) return { join: 'and', parts: [] };
  if ('and' in rule) return { join: 'and', parts: rule.and };
  return 'or' in rule ? { join: 'or', parts: rule.or } : { join: 'and', parts: [rule] };
}

/** The rule of a group; a group of one becomes its only part. */
export function ruleOf({ join, parts }: RuleGroup): VisibilityRule | undefined {
  if (parts.length <= 1) return parts[0];
  return join === 'and' ? { and: parts } : { or: parts };
}

export const newCondition = (): ContextCondition => ({ context: 'groups', operator: 'contains', value: '' });

/** A nested group. It starts with two conditions and the other operator; otherwise it would change nothing. */
export function newGroup(inside: RuleGroup['join']): VisibilityRule {
  const parts = [newCondition(), newCondition()];
  return inside === 'and' ? { or: parts } : { and: parts };
}

/** All conditions of a rule, at any depth. */
export function conditionsOf(rule: VisibilityRule | undefined): readonly ContextCondition[] {
  if (rule !== undefined && 'context' in rule) return [rule];
  return groupOf(rule).parts.flatMap(conditionsOf);
}

/** Whether every condition has a value: an empty one would hide the content from everyone. */
export function isFinished(rule: VisibilityRule | undefined): boolean {
  return conditionsOf(rule).every((condition) => {
    if (condition.context === 'attributes.') return false;
    return 'values' in condition
      ? condition.values.some((value) => value !== '')
      : valuesOf(condition).every((value) => value !== '');
  });
}

export type ValueKind = 'string' | 'number' | 'boolean';

/** The values that a condition compares with. */
export function valuesOf(condition: ContextCondition): readonly Scalar[] {
  if ('value' in condition) return [condition.value];
  if ('from' in condition) return [condition.from, condition.to];
  return 'values' in condition ? condition.values : [];
}

/** The type of a condition's values: a value of another type never matches. */
export function kindOf(condition: ContextCondition): ValueKind {
  const [first] = valuesOf(condition);
  return typeof first === 'number' || typeof first === 'boolean' ? (typeof first as ValueKind) : 'string';
}

/** Parses typed text; an incomplete number stays text. */
export function scalarFrom(text: string, kind: ValueKind): Scalar {
  if (kind === 'boolean') return text === 'true';
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

/** The condition with all its values converted to this type. */
export function withKind(condition: ContextCondition, kind: ValueKind): ContextCondition {
  const as = (value: Scalar) => scalarFrom(String(value), kind);
  if ('value' in condition) return { ...condition, value: as(condition.value) };
  if ('from' in condition) return { ...condition, from: as(condition.from), to: as(condition.to) };
  return 'values' in condition ? { ...condition, values: condition.values.map(as) } : condition;
}
