import type { VNode } from 'preact';
import type { ApiError } from '../api/ask.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Why a view is not there, and a way to try again. */
export function Trouble({
  error,
  onRetry,
}: {
  readonly error: ApiError;
  readonly onRetry: () => void;
}): VNode {
  return (
    <Notice tone="bad" title="This could not be loaded">
      <p>{error.message}</p>
      <Button onPress={onRetry}>Try again</Button>
    </Notice>
  );
}
