import { Button } from '@inlay/ui/controls/button';
import { ConfirmDialog } from '@inlay/ui/overlays/confirm-dialog';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { describeError } from '../text/describe-error.tsx';

interface ConfirmButtonProps {
  readonly label: string;
  /** Read out instead of the label, where several buttons have the same one. */
  readonly longLabel?: string;
  /** The question. */
  readonly title: string;
  /** What the button of the dialog does, as a verb. */
  readonly action: string;
  readonly disabled?: boolean;
  readonly onConfirm: () => Promise<void>;
  /** What it means. */
  readonly children: ComponentChildren;
  /** Below it. */
  readonly warning?: ComponentChildren;
}

/** A button that asks before something that cannot be undone. */
export function ConfirmButton(props: ConfirmButtonProps): VNode {
  const { label, longLabel, title, action, disabled = false, onConfirm, children, warning } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="danger"
        disabled={disabled}
        {...(longLabel !== undefined && { label: longLabel })}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={title}
          action={action}
          describe={describeError}
          onClose={close}
          onConfirm={async () => {
            await onConfirm();
            close();
          }}
        >
          <p>{children}</p>
          {warning}
        </ConfirmDialog>
      )}
    </>
  );
}
