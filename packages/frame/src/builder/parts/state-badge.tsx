import type { BuilderDashboard } from '@inlay/content/builder';
import type { BuilderMessages } from '@inlay/messages/builder';
import { Badge } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';

interface StateBadgeProps {
  readonly dashboard: Pick<BuilderDashboard, 'state' | 'publishedVersion' | 'origin'>;
  readonly messages: BuilderMessages;
}

const TONES = { published: 'good', 'in-review': 'warning', draft: 'neutral', archived: 'neutral' } as const;

/** The status of a dashboard. */
export function StateBadge({ dashboard, messages }: StateBadgeProps): VNode {
  const { state, publishedVersion, origin } = dashboard;
  if (origin) return <Badge tone="neutral">{messages.personalCopy}</Badge>;
  const changed = state === 'draft' && publishedVersion !== null;
  return <Badge tone={TONES[state]}>{changed ? messages.publishedAndChanged : messages.states[state]}</Badge>;
}
