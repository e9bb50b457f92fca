import type { VNode } from 'preact';
import { useAppTexts } from '../ui-texts.ts';

interface SkeletonProps {
  readonly lines: number;
  /** In the form of a table. */
  readonly rows?: boolean;
}

/** As many lines as will come, so that nothing jumps. */
export function Skeleton({ lines, rows }: SkeletonProps): VNode {
  const { loading } = useAppTexts().kit;
  return (
    <div class={rows ? 'ui-skeleton ui-skeleton-rows' : 'ui-skeleton'} role="status" aria-label={loading}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}
