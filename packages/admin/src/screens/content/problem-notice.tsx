import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { LinkedMessage, type Problem } from '../../parts/text/linked-message.tsx';

/** Why something that a person started failed, with links to the content that it names. */
export function ProblemNotice({ problem }: { readonly problem: Problem | undefined }): VNode | null {
  if (!problem) return null;
  return (
    <Notice tone="bad">
      <p>
        <LinkedMessage message={problem.message} details={problem.details} />
      </p>
    </Notice>
  );
}
