import type { ComponentChildren, VNode } from 'preact';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';
import { useTask } from './use-task.ts';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What the button does, as a verb: "Delete". */
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone, and says why where it is refused. */
export function ConfirmDialog({ title, children, action, onConfirm, onClose }: ConfirmDialogProps): VNode {
  const { busy, error, run } = useTask();
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div class="row end">
        <Button first onPress={onClose}>
          Cancel
        </Button>
        <Button kind="danger" busy={busy} onPress={() => void run(onConfirm)}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
