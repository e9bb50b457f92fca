import type { ContentState } from '@inlay/content/content';
import { Badge, type Tone } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

const tones: Readonly<Record<ContentState, Tone>> = {
  draft: 'neutral',
  'in-review': 'warning',
  published: 'good',
  archived: 'neutral',
};

export function StateBadge({ state }: { readonly state: ContentState }): VNode {
  const { status } = useMessages('admin');
  return <Badge tone={tones[state]}>{state === 'in-review' ? status.inReview : status[state]}</Badge>;
}
