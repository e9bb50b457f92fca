import { placeBeside } from '@inlay/ui/overlays/open-popover';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface PopoverProps {
  readonly label: string;
  readonly anchor: () => Element | undefined;
  /** Whether the focus was in it: otherwise the user has gone elsewhere. */
  readonly onClose: (hadFocus: boolean) => void;
  readonly children: ComponentChildren;
}

/** A box beside an element that is part of the screen that opened it. A click elsewhere or Escape closes it. */
export function Popover({ label, anchor, onClose, children }: PopoverProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const where = useRef(anchor);
  where.current = anchor;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const place = () => {
      const beside = where.current();
      if (beside) placeBeside(element, beside);
    };
    element.showPopover();
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    element.querySelector<HTMLElement>('input, select, button')?.focus({ preventScroll: true });
    const closed = ({ newState }: ToggleEvent) => {
      if (newState !== 'closed') return;
      const { activeElement } = document;
      close.current(activeElement === document.body || element.contains(activeElement));
    };
    element.addEventListener('toggle', closed);
    return () => {
      element.removeEventListener('toggle', closed);
      observer.disconnect();
    };
  }, []);
  return (
    <div ref={box} class="ui-popover text-popover" popover="auto" role="dialog" aria-label={label}>
      {children}
    </div>
  );
}
