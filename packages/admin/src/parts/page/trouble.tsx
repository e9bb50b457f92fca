import { Button } from '@inlay/ui/controls/button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import type { ApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';

/** Why a screen could not be loaded, and a way to try again. */
export function Trouble({
  error,
  onRetry,
}: {
  readonly error: ApiError;
  readonly onRetry: () => void;
}): VNode {
  const { actions, problems: t } = useMessages('admin');
  // Trying again would not help; every screen links back to its list.
  if (error.status === 404)
    return (
      <EmptyState title={t.notFound}>
        <p>{t.notFoundText}</p>
      </EmptyState>
    );
  return (
    <Notice tone="bad" title={t.notLoaded}>
      <p>{error.message}</p>
      <Button onClick={onRetry}>{actions.retry}</Button>
    </Notice>
  );
}
