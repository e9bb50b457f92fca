import type { VNode } from 'preact';
import type { ApiError } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { Notice } from './notice.tsx';

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
      <Empty title="It is not here">
        <p>It may have been deleted meanwhile, or the address is mistyped.</p>
      </Empty>
    );
  return (
    <Notice tone="bad" title="This could not be loaded">
      <p>{error.message}</p>
      <Button onPress={onRetry}>Try again</Button>
    </Notice>
  );
}
