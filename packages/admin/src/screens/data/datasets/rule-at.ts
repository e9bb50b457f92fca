import type { RowRule } from '@inlay/protocol/rule';
import type { DatasetDraft } from './dataset-draft.ts';

/** The rule that a finding's path (RFC 6901) names, where it names one. */
export function ruleAt(
  draft: Pick<DatasetDraft, 'rowRules' | 'groupRules'>,
  path: string,
): RowRule | undefined {
  let at: unknown = draft;
  for (const step of path.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[step];
  }
  const isRule = typeof at === 'object' && at !== null && !Array.isArray(at);
  return isRule ? (at as RowRule) : undefined;
}
