import type { ContextCondition, ContextPath, VisibilityRule } from '@inlay/protocol/rule';

/** Conditions side by side: what a person can write as one sentence. */
export interface FlatRule {
  readonly join: 'and' | 'or';
  readonly conditions: readonly ContextCondition[];
}

/** Whether an entry of it is meant: somebody is in a group, rather than being one. */
export const isList = (context: ContextPath): boolean => context === 'groups' || context === 'roles';

/** Nothing where the rule is nested, and so no single sentence. */
export function flatten(rule: VisibilityRule | undefined): FlatRule | undefined {
  if (rule === undefined) return { join: 'and', conditions: [] };
  if ('context' in rule) return { join: 'and', conditions: [rule] };
  const join = 'and' in rule ? 'and' : 'or';
  const parts = 'and' in rule ? rule.and : rule.or;
  const conditions = parts.filter((part): part is ContextCondition => 'context' in part);
  return conditions.length === parts.length ? { join, conditions } : undefined;
}

export function unflatten({ join, conditions }: FlatRule): VisibilityRule | undefined {
  if (conditions.length <= 1) return conditions[0];
  return join === 'and' ? { and: conditions } : { or: conditions };
}

/** Whether every condition says something: an empty one would hide from everybody. */
export function isFinished(rule: VisibilityRule | undefined): boolean {
  const conditions = flatten(rule)?.conditions ?? [];
  return conditions.every(
    (condition) =>
      condition.context !== 'attributes.' &&
      (!('value' in condition) || condition.value !== '') &&
      (!('values' in condition) || condition.values.some((value) => value !== '')),
  );
}
