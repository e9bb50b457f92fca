import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageContext } from '../page/page-context.ts';

const EDGE = 12;
/** A form fits into it without scrolling much. */
const ROOM = 720;

/**
 * Keeps a dialog beside an element: a frame is often taller than the screen, so that its middle may not be visible. The
 * frame of a single tile is too short for a form: it grows while the dialog is open.
 */
export function usePlacedDialog(
  box: RefObject<HTMLDialogElement | null>,
  near: Element,
  context: PageContext,
): void {
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    const place = () => {
      const lowest = innerHeight - dialog.offsetHeight - EDGE;
      const { top } = near.getBoundingClientRect();
      dialog.style.marginTop = `${Math.max(EDGE, Math.min(top, lowest))}px`;
      // Where the host scrolls, browsers would not scroll it to a field with the focus in a fixed dialog (WCAG 2.4.11).
      const { scrollHeight } = document.documentElement;
      dialog.style.position = scrollHeight > innerHeight ? '' : 'absolute';
    };
    dialog.showModal();
    place();
    const observer = new ResizeObserver(place);
    observer.observe(dialog);
    addEventListener('resize', place);
    const shrink = growFrame(context);
    return () => {
      observer.disconnect();
      removeEventListener('resize', place);
      shrink();
    };
  }, []);
}

/** Where the host follows the height of the content, the page asks for room. */
function growFrame({ settings }: PageContext): () => void {
  const main = document.querySelector('main');
  let isOver = innerHeight >= ROOM;
  void settings.then(({ height = 'auto' }) => {
    if (main && !isOver && height === 'auto') main.style.minHeight = `${ROOM}px`;
  });
  return () => {
    isOver = true;
    main?.style.removeProperty('min-height');
  };
}
