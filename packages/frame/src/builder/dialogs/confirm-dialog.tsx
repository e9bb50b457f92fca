import type { VNode } from 'preact';
import { Dialog } from '../parts/dialog.tsx';
import type { Workbench } from '../workbench.ts';

interface ConfirmDialogProps {
  readonly bench: Workbench;
  readonly does: 'delete' | 'reset';
}

/** Before something goes that undo does not bring back. */
export function ConfirmDialog({ bench, does }: ConfirmDialogProps): VNode {
  const { builder, opened } = bench;
  const words = builder.words.value;
  const close = () => {
    builder.dialog.value = undefined;
  };
  const { title } = opened.editor.content.value;
  const isDelete = does === 'delete';
  const go = async () => {
    close();
    const done = await builder.attempt(() => (isDelete ? builder.remove() : builder.move('reset')));
    if (done && isDelete) builder.say(words.deleted({ title }));
  };
  return (
    <Dialog
      title={isDelete ? words.deleteDashboard : words.reset}
      onClose={close}
      foot={
        <>
          <button type="button" class="ui-button" onClick={close}>
            {words.cancel}
          </button>
          <button type="button" class="ui-button bld-danger" onClick={go}>
            {isDelete ? words.deleteDashboard : words.reset}
          </button>
        </>
      }
    >
      <p>{(isDelete ? words.deleteHint : words.resetHint)({ title })}</p>
    </Dialog>
  );
}
