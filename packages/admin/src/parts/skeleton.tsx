import type { VNode } from 'preact';

interface SkeletonProps {
  readonly lines: number;
  /** Rows of a table come. */
  readonly rows?: boolean;
}

/** As many lines as will come, so that nothing jumps. */
export function Skeleton({ lines, rows }: SkeletonProps): VNode {
  return (
    <div class={rows ? 'skeleton skeleton-rows' : 'skeleton'} role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} class="skeleton-line" />
      ))}
    </div>
  );
}
