import type { ComponentChildren, VNode } from 'preact';

/** Says why nothing is here and what the next step is. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): VNode {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <div class="muted">{children}</div>
    </div>
  );
}
