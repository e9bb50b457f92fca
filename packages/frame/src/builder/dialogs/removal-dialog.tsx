import { ConfirmDialog } from '@inlay/ui/overlays/confirm-dialog';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';

interface RemovalDialogProps {
  readonly canvas: CanvasContext;
  readonly action: 'delete' | 'reset';
}

/** Confirms an action that cannot be undone. */
export function RemovalDialog({ canvas, action }: RemovalDialogProps): VNode {
  const { builder, opened } = canvas;
  const messages = builder.messages.value;
  const close = () => {
    builder.dialog.value = undefined;
  };
  const { title } = opened.editor.content.value;
  const isDelete = action === 'delete';
  const confirm = async () => {
    const done = await builder.attempt(() =>
      isDelete ? builder.dashboards.remove() : builder.dashboards.transition('reset'),
    );
    close();
    if (done && isDelete) builder.toast.value = { text: messages.deleted({ title }) };
  };
  const name = isDelete ? messages.deleteDashboard : messages.reset;
  return (
    <ConfirmDialog title={name} action={name} onConfirm={confirm} onClose={close}>
      {(isDelete ? messages.deleteHint : messages.resetHint)({ title })}
    </ConfirmDialog>
  );
}
