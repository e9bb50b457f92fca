import type { Finding, Results } from './results.ts';
import type { Statement } from './statements.ts';

export type Level =
  | 'Supports'
  | 'Partially supports'
  | 'Does not support'
  | 'Not applicable'
  | 'Not evaluated';

/** The runs that checked something of a criterion, and what they found. */
export interface Evidence {
  readonly runs: readonly { readonly title: string; readonly surfaces: number; readonly checks: number }[];
  readonly findings: readonly Finding[];
}

export function evidenceOf(criterion: string, { runs }: Results): Evidence {
  const covering = runs.flatMap(({ title, coverage }) => {
    const covered = coverage[criterion];
    return covered && covered.checks > 0 ? [{ title, ...covered }] : [];
  });
  const findings = runs.flatMap((run) => run.findings.filter((finding) => finding.criterion === criterion));
  return { runs: covering, findings };
}

/**
 * A finding outweighs every statement: what a run found is there. Without a run or a test there is no evidence, and a
 * statement alone is no evidence either, unless people looked.
 */
export function levelOf({ runs, findings }: Evidence, statement: Statement | undefined): Level {
  if (findings.length > 0) return 'Partially supports';
  if (statement?.isNotApplicable) return 'Not applicable';
  const isChecked = runs.length > 0 || (statement?.tests?.length ?? 0) > 0 || statement?.byHand !== undefined;
  if (!isChecked) return 'Not evaluated';
  return statement?.isPartial ? 'Partially supports' : 'Supports';
}
