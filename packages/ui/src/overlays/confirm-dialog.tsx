import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { isCanceled } from '../form/is-canceled.ts';
import { useUiTexts } from '../ui-texts.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What the button does, as a verb: "Delete". */
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  /** Writes the error, if it needs more than its text. */
  readonly describe?: (cause: unknown) => ComponentChildren;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone, and shows why it failed if it did. */
export function ConfirmDialog(props: ConfirmDialogProps): VNode {
  const { title, children, action, onConfirm, describe = textOf, onClose } = props;
  const texts = useUiTexts();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ComponentChildren>();
  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
    } catch (cause) {
      if (!isCanceled(cause)) setError(describe(cause));
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button autofocus onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      {error !== undefined && (
        <p class="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
