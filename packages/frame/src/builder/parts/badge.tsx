import type { BuilderDashboard } from '@inlay/content/builder';
import type { BuilderMessages } from '@inlay/messages/builder';
import type { VNode } from 'preact';

interface BadgeProps {
  readonly dashboard: Pick<BuilderDashboard, 'state' | 'publishedVersion' | 'origin'>;
  readonly words: BuilderMessages;
}

/** Where a dashboard stands, in a word. */
export function Badge({ dashboard: { state, publishedVersion, origin }, words }: BadgeProps): VNode {
  if (origin) return <span class="bld-badge">{words.personalCopy}</span>;
  const changed = state === 'draft' && publishedVersion !== null;
  return (
    <span class="bld-badge" data-state={state}>
      {changed ? words.publishedAndChanged : words.states[state]}
    </span>
  );
}
