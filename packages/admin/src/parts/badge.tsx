import type { ComponentChildren, VNode } from 'preact';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

export function Badge({
  tone,
  children,
}: {
  readonly tone: Tone;
  readonly children: ComponentChildren;
}): VNode {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}
