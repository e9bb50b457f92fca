import { render, type VNode } from 'preact';

const EDGE = 8;
const GAP = 4;

interface PopoverOptions {
  readonly role: 'dialog' | 'menu';
  readonly label: string;
  readonly content: (close: () => void) => VNode;
  readonly onClose?: () => void;
}

/**
 * Opens a box beside a button, in the browser's top layer: no parent clips it, a click elsewhere or Escape closes
 * it, and the focus goes back to the button.
 */
export function openPopover(anchor: HTMLElement | SVGElement, options: PopoverOptions): void {
  const box = document.createElement('div');
  box.className = 'ui-popover';
  box.popover = 'auto';
  box.setAttribute('role', options.role);
  box.setAttribute('aria-label', options.label);
  // Outside of a modal dialog it would be inert.
  (anchor.closest('dialog') ?? document.body).append(box);
  render(
    options.content(() => box.hidePopover()),
    box,
  );
  box.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'closed') return;
    if (anchor.ariaExpanded !== null) anchor.ariaExpanded = 'false';
    // If the viewer clicked something else, the focus is there already.
    if (document.activeElement === document.body || box.contains(document.activeElement)) anchor.focus();
    render(null, box);
    box.remove();
    options.onClose?.();
  });
  box.showPopover();
  if (anchor.ariaExpanded !== null) anchor.ariaExpanded = 'true';
  placeBeside(box, anchor);
  new ResizeObserver(() => placeBeside(box, anchor)).observe(box);
  const first = box.querySelector<HTMLElement>('[autofocus],[role=menuitem],input,button,select');
  first?.focus({ preventScroll: true });
}

/** Puts a popover below an element, or above it where there is more room. */
export function placeBeside(box: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect();
  const below = innerHeight - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const wanted = box.scrollHeight + 2;
  // A short frame has no room on either side; there the box takes what the frame has and lies over the button.
  const short = wanted > below && wanted > above && Math.max(below, above) < 200;
  const up = !short && wanted > below && above > below;
  const room = short ? innerHeight - 2 * EDGE : up ? above : below;
  const height = Math.min(wanted, room);
  const top = short
    ? Math.max(EDGE, Math.min(at.bottom, innerHeight - EDGE - height))
    : up
      ? at.top - GAP - height
      : at.bottom + GAP;
  const rtl = getComputedStyle(box).direction === 'rtl';
  const left = rtl || at.left + box.offsetWidth > innerWidth - EDGE ? at.right - box.offsetWidth : at.left;
  box.style.maxHeight = `${room}px`;
  box.style.top = `${top}px`;
  box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - EDGE - box.offsetWidth))}px`;
}
