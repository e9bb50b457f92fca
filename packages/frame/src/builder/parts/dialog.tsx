import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  /** Absent where one of the ways in it has to be taken: it is not left then. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
  readonly foot?: ComponentChildren;
}

/** The browser's own modal dialog: it keeps the focus inside, closes at Escape and gives the focus back. */
export function Dialog({ title, onClose, children, foot }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => before?.focus?.();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the box closes it, and for keys Escape does
    <dialog
      ref={dialog}
      class="bld-dialog"
      aria-labelledby={name}
      onClose={onClose ?? (() => dialog.current?.showModal())}
      onClick={(event) => event.target === dialog.current && onClose?.()}
    >
      <div class="bld-dialog-box">
        <h2 id={name}>{title}</h2>
        <div class="bld-dialog-body">{children}</div>
        {foot ? <div class="bld-dialog-foot">{foot}</div> : null}
      </div>
    </dialog>
  );
}
