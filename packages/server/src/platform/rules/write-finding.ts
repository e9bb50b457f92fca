import type { ExplanationMessages } from '@inlay/messages/explanation';
import type { RuleFinding } from '@inlay/protocol/explanation';
import type { Finding } from './evaluate-visibility.ts';

/** A finding with its reason as text. */
export function writeFinding(finding: Finding, t: ExplanationMessages): RuleFinding {
  const { path, outcome, reason, missing, followed } = finding;
  return {
    path,
    outcome,
    reason: reason(t),
    ...(missing && { missing }),
    ...(followed && {
      followed: followed.map((dataset) => ({
        ...dataset,
        rules: dataset.rules.map((rule) => writeFinding(rule, t)),
      })),
    }),
  };
}

/** What keeps a rule from granting access, condition by condition. */
export const writeDenials = (findings: readonly Finding[], t: ExplanationMessages): readonly string[] =>
  findings.filter(({ outcome }) => outcome !== 'true').map(({ reason }) => reason(t));
