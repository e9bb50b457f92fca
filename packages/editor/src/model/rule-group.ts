import type { Scalar } from '@inlay/protocol/query';
import type { ContextCondition, ContextPath, VisibilityRule } from '@inlay/protocol/rule';

/** Conditions and groups of them side by side, joined by one word. */
export interface RuleGroup {
  readonly join: 'and' | 'or';
  readonly parts: readonly VisibilityRule[];
}

/** Whether the attribute is a list: a user is in groups, rather than being one. */
export const isList = (context: ContextPath): boolean => context === 'groups' || context === 'roles';

/** A rule as a group: none is an empty one, a single condition a group of one. */
export function groupOf(rule: VisibilityRule | undefined): RuleGroup {
  if (rule === undefined) return { join: 'and', parts: [] };
  if ('and' in rule) return { join: 'and', parts: rule.and };
  return 'or' in rule ? { join: 'or', parts: rule.or } : { join: 'and', parts: [rule] };
}

/** The rule that a group says; a group of one is that one. */
export function ruleOf({ join, parts }: RuleGroup): VisibilityRule | undefined {
  if (parts.length <= 1) return parts[0];
  return join === 'and' ? { and: parts } : { or: parts };
}

export const newCondition = (): ContextCondition => ({ context: 'groups', operator: 'contains', value: '' });

/** A group to put into another: it begins with two conditions and the other word, or it would say nothing new. */
export function newGroup(inside: RuleGroup['join']): VisibilityRule {
  const parts = [newCondition(), newCondition()];
  return inside === 'and' ? { or: parts } : { and: parts };
}

/** All conditions of a rule, however deep. */
export function conditionsOf(rule: VisibilityRule | undefined): readonly ContextCondition[] {
  if (rule !== undefined && 'context' in rule) return [rule];
  return groupOf(rule).parts.flatMap(conditionsOf);
}

/** Whether every condition says something: an empty one would hide from everybody. */
export function isFinished(rule: VisibilityRule | undefined): boolean {
  return conditionsOf(rule).every((condition) => {
    if (condition.context === 'attributes.') return false;
    return 'values' in condition
      ? condition.values.some((value) => value !== '')
      : valuesOf(condition).every((value) => value !== '');
  });
}

export type ValueKind = 'string' | 'number' | 'boolean';

/** What a condition compares with. */
export function valuesOf(condition: ContextCondition): readonly Scalar[] {
  if ('value' in condition) return [condition.value];
  if ('from' in condition) return [condition.from, condition.to];
  return 'values' in condition ? condition.values : [];
}

/** Of which type the values of a condition are: one of another type never matches. */
export function kindOf(condition: ContextCondition): ValueKind {
  const [first] = valuesOf(condition);
  return typeof first === 'number' || typeof first === 'boolean' ? (typeof first as ValueKind) : 'string';
}

/** What is typed, as that type; a number that is not written out yet stays text. */
export function scalarFrom(text: string, kind: ValueKind): Scalar {
  if (kind === 'boolean') return text === 'true';
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

/** The condition with all its values as that type. */
export function withKind(condition: ContextCondition, kind: ValueKind): ContextCondition {
  const as = (value: Scalar) => scalarFrom(String(value), kind);
  if ('value' in condition) return { ...condition, value: as(condition.value) };
  if ('from' in condition) return { ...condition, from: as(condition.from), to: as(condition.to) };
  return 'values' in condition ? { ...condition, values: condition.values.map(as) } : condition;
}
