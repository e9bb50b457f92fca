import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { IconButton } from './icon-button.tsx';
import { leave } from './leave-guard.ts';
import { useUiTexts } from './ui-texts.ts';
import { PlaceContext } from './use-unsaved.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  readonly closeLabel?: string;
  /** Comes in from the side, for forms with many fields. */
  readonly side?: boolean;
  /** For side-by-side comparisons. */
  readonly wide?: boolean;
}

/** The browser's own dialog: it holds the focus, and Escape closes it, unless a form in it would lose something. */
export function Dialog({ title, children, onClose, closeLabel, side, wide }: DialogProps): VNode {
  const texts = useUiTexts();
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [place] = useState(() => Symbol('dialog'));
  const close = () => leave(onClose, place);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.showModal();
    // The close button comes first in the dialog, but should not get the focus.
    box.current
      ?.querySelector<HTMLElement>('.ui-dialog-body :is(input, select, textarea):not([readonly])')
      ?.focus();
    return () => before?.focus();
  }, []);
  return (
    <dialog
      ref={box}
      class={`ui-dialog${side ? ' ui-dialog-side' : ''}${wide ? ' ui-dialog-wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <header class="ui-dialog-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={closeLabel ?? texts.close} onClick={close} />
      </header>
      <div class="ui-dialog-body">
        <PlaceContext.Provider value={place}>{children}</PlaceContext.Provider>
      </div>
    </dialog>
  );
}
