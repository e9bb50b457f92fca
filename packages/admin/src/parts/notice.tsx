import type { ComponentChildren, VNode } from 'preact';

interface NoticeProps {
  readonly tone: 'good' | 'warning' | 'bad' | 'neutral';
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function Notice({ tone, title, children }: NoticeProps): VNode {
  return (
    <div class={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {title && <strong>{title}</strong>}
      <div>{children}</div>
    </div>
  );
}
