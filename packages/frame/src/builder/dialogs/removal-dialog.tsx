import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import type { VNode } from 'preact';
import type { Workbench } from '../workbench.ts';

interface RemovalDialogProps {
  readonly bench: Workbench;
  readonly does: 'delete' | 'reset';
}

/** Before something goes that undo does not bring back. */
export function RemovalDialog({ bench, does }: RemovalDialogProps): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const close = () => {
    builder.dialog.value = undefined;
  };
  const { title } = opened.editor.content.value;
  const isDelete = does === 'delete';
  const confirm = async () => {
    const done = await builder.attempt(() => (isDelete ? builder.remove() : builder.move('reset')));
    close();
    if (done && isDelete) builder.say(words.deleted({ title }));
  };
  const name = isDelete ? words.deleteDashboard : words.reset;
  return (
    <ConfirmDialog title={name} action={name} onConfirm={confirm} onClose={close}>
      {(isDelete ? words.deleteHint : words.resetHint)({ title })}
    </ConfirmDialog>
  );
}
