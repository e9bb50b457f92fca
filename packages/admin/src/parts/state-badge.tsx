import type { ContentState } from '@inlay/content/content';
import { Badge, type Tone } from '@inlay/ui/badge';
import type { VNode } from 'preact';

const shown: Readonly<Record<ContentState, readonly [Tone, string]>> = {
  draft: ['neutral', 'Draft'],
  'in-review': ['warning', 'In review'],
  published: ['good', 'Published'],
  archived: ['neutral', 'Archived'],
};

export function StateBadge({ state }: { readonly state: ContentState }): VNode {
  const [tone, text] = shown[state];
  return <Badge tone={tone}>{text}</Badge>;
}
