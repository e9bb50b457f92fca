import type { VNode } from 'preact';

/** As many lines as will come, so that nothing jumps. */
export function Skeleton({ lines }: { readonly lines: number }): VNode {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} class="skeleton-line" />
      ))}
    </div>
  );
}
