import type { ComponentChildren, VNode } from 'preact';
import type { Tone } from './badge.tsx';

interface NoticeProps {
  readonly tone: Tone;
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function Notice({ tone, title, children }: NoticeProps): VNode {
  return (
    <div class={`ui-notice ui-notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {title && <strong>{title}</strong>}
      <div>{children}</div>
    </div>
  );
}
