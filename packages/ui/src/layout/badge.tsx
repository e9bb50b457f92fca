import type { ComponentChildren, VNode } from 'preact';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

interface BadgeProps {
  readonly tone: Tone;
  readonly children: ComponentChildren;
}

export function Badge({ tone, children }: BadgeProps): VNode {
  return <span class={`ui-badge ui-badge-${tone}`}>{children}</span>;
}
