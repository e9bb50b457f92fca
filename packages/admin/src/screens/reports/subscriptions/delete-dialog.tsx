import type { Subscription } from '@inlay/content/subscription';
import { ConfirmDialog } from '@inlay/ui/overlays/confirm-dialog';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { describeError } from '../../../parts/text/describe-error.tsx';

interface DeleteDialogProps {
  readonly subscription: Subscription;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export function DeleteDialog({ subscription, onConfirm, onClose }: DeleteDialogProps): VNode {
  const t = useMessages('reportAdmin').actions;
  const { title, username } = subscription;
  return (
    <ConfirmDialog
      title={t.deleteTitle({ title })}
      action={t.deleteAction}
      describe={describeError}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>{t.deleteText({ viewer: username })}</p>
    </ConfirmDialog>
  );
}
