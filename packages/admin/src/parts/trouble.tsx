import { Button } from '@inlay/ui/button';
import { EmptyState } from '@inlay/ui/empty-state';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import type { ApiError } from '../api/ask.ts';

/** Why a view is not there, and a way to try again. */
export function Trouble({
  error,
  onRetry,
}: {
  readonly error: ApiError;
  readonly onRetry: () => void;
}): VNode {
  // Trying again finds nothing either: the way on is back, which every view has above.
  if (error.status === 404)
    return (
      <EmptyState title="It is not here">
        <p>It may have been deleted meanwhile, or the address is mistyped.</p>
      </EmptyState>
    );
  return (
    <Notice tone="bad" title="This could not be loaded">
      <p>{error.message}</p>
      <Button onClick={onRetry}>Try again</Button>
    </Notice>
  );
}
