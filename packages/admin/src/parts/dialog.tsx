import { IconButton } from '@inlay/ui/icon-button';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  readonly closeLabel?: string;
  /** Comes in from the side, for forms with many fields. */
  readonly side?: boolean;
}

/** The browser's own dialog: it holds the focus, and Escape closes it. */
export function Dialog({ title, children, onClose, closeLabel = 'Close', side }: DialogProps): VNode {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.showModal();
    // The cross comes first in the dialog, but nobody opens one to close it.
    box.current
      ?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea):not([readonly])')
      ?.focus();
    return () => before?.focus();
  }, []);
  return (
    <dialog
      ref={box}
      class={side ? 'dialog dialog-side' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={closeLabel} onPress={onClose} />
      </header>
      <div class="dialog-body stack">{children}</div>
    </dialog>
  );
}
