import type { ComponentChildren, VNode } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { IconButton } from '../controls/icon-button.tsx';
import { LeaveContext, PlaceContext } from '../form/leave-context.ts';
import { useUiTexts } from '../ui-texts.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Absent if one of its actions has to be chosen: then it cannot be closed. */
  readonly onClose?: () => void;
  readonly closeLabel?: string;
  /** Buttons at the end of a dialog without a form. */
  readonly actions?: ComponentChildren;
  /** Comes in from the side, for forms with many fields. */
  readonly side?: boolean;
  /** For side-by-side comparisons. */
  readonly wide?: boolean;
}

const FIELDS = '.ui-dialog-body :is(input, select, textarea):not([readonly])';

/** The browser's own dialog: it holds the focus, and Escape closes it, unless a form in it would lose something. */
export function Dialog(props: DialogProps): VNode {
  const { title, children, onClose, closeLabel, actions, side, wide } = props;
  const texts = useUiTexts();
  const leave = useContext(LeaveContext);
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [place] = useState(() => Symbol('dialog'));
  const close = () => {
    if (onClose) leave(onClose, place);
  };
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.showModal();
    // The close button comes first in the dialog, but should not get the focus.
    box.current?.querySelector<HTMLElement>(FIELDS)?.focus();
    return () => before?.focus();
  }, []);
  return (
    <dialog
      ref={box}
      class={`ui-dialog${side ? ' ui-dialog-side' : ''}${wide ? ' ui-dialog-wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file picker inside reports its cancel here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      // Browsers close a dialog at the second Escape whatever the page says: it opens again.
      onClose={() => box.current?.showModal()}
    >
      <header class="ui-dialog-head">
        <h2 id={id}>{title}</h2>
        {onClose && <IconButton icon="close" label={closeLabel ?? texts.close} onClick={close} />}
      </header>
      <div class="ui-dialog-body">
        <PlaceContext.Provider value={place}>{children}</PlaceContext.Provider>
        {actions && <div class="ui-dialog-actions">{actions}</div>}
      </div>
    </dialog>
  );
}
