import type { DashboardContent } from '@inlay/content/dashboard';
import type { VisibilityRule } from '@inlay/protocol/rule';
import { AppError, fieldsInvalid } from '../../platform/errors.ts';
import type { Builder } from './open-builder.ts';

/** The groups that a visibility rule shows content to, if that is all it says. */
export function groupsOfRule(rule: VisibilityRule | undefined): readonly string[] | undefined {
  if (!rule || !('context' in rule) || rule.context !== 'groups') return undefined;
  const values =
    rule.operator === 'in' ? rule.values : rule.operator === 'contains' ? [rule.value] : [undefined];
  return values.every((value) => typeof value === 'string') ? values : undefined;
}

/** Groups are chosen for a dashboard, not for a version of it, and never hide it from its owner. */
export function withoutGroups(dashboard: DashboardContent): DashboardContent {
  const { visibility, ...content } = dashboard;
  return groupsOfRule(visibility) ? content : dashboard;
}

/** Whether a publisher has a choice: not if an administrator's rule decides, nor without any groups. */
export function hasGroupsToChoose(
  { groups }: Pick<Builder, 'groups'>,
  { visibility }: Pick<DashboardContent, 'visibility'>,
): boolean {
  return visibility ? groupsOfRule(visibility) !== undefined : groups.length > 0;
}

/**
 * A dashboard with the visibility rule for these groups, or for everyone who can open the app. Publishers choose among
 * the groups that they belong to: the names of others are not theirs to know. A rule that says anything else is an
 * administrator's.
 */
export function withGroups(
  { groups: own }: Pick<Builder, 'groups'>,
  { visibility, ...content }: DashboardContent,
  groups: readonly string[] | null,
): DashboardContent {
  const before = groupsOfRule(visibility);
  if (visibility && !before)
    throw new AppError('NOT_PERMITTED', {
      message: 'An administrator decides who sees this dashboard. Publish it without groups.',
    });
  if (groups === null) return content;
  const chosen = [...new Set(groups)];
  const foreign = chosen.find((group) => !own.includes(group) && !before?.includes(group));
  if (foreign !== undefined)
    throw fieldsInvalid([
      { path: '/groups', problem: `contains a group that you do not belong to: '${foreign}'` },
    ]);
  return { ...content, visibility: { context: 'groups', operator: 'in', values: chosen } };
}
