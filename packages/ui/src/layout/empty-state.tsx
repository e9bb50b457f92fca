import type { ComponentChildren, VNode } from 'preact';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Says why nothing is here and what the next step is. */
export function EmptyState({ title, children }: EmptyStateProps): VNode {
  return (
    <div class="ui-empty">
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  );
}
