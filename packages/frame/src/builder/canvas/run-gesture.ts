import type { Gesture } from './gesture.ts';

const EDGE = 56;
const MAX_SCROLL_PER_FRAME = 18;
/** A shorter movement, in pixels, is a click. */
const DRAG_THRESHOLD = 4;

interface GestureOptions {
  readonly scroller: HTMLElement;
  /** Called once the pointer has moved beyond the threshold. */
  readonly begin: () => Gesture | undefined;
  /** Called if the pointer was released without dragging. */
  readonly onPress?: () => void;
}

/**
 * Tracks one pointer until it is released. Moves are handled once per frame, the canvas scrolls near its edges, and
 * Escape or a lost pointer cancels the gesture.
 */
export function runGesture(down: PointerEvent, { scroller, begin, onPress }: GestureOptions): void {
  const { pointerId, clientX, clientY } = down;
  const scrolled = scroller.scrollTop;
  const edge = scroller.getBoundingClientRect();
  let gesture: Gesture | undefined;
  let pointer = { x: clientX, y: clientY };
  let frame = 0;

  const step = () => {
    frame = 0;
    const near =
      pointer.y < edge.top + EDGE ? pointer.y - edge.top - EDGE : Math.max(0, pointer.y - edge.bottom + EDGE);
    if (near !== 0 && gesture) {
      scroller.scrollTop += Math.max(-1, Math.min(1, near / EDGE)) * MAX_SCROLL_PER_FRAME;
      frame = requestAnimationFrame(step);
    }
    gesture?.move(pointer.x - clientX, pointer.y - clientY + scroller.scrollTop - scrolled, pointer);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    pointer = { x: event.clientX, y: event.clientY };
    if (!gesture) {
      if (Math.hypot(pointer.x - clientX, pointer.y - clientY) < DRAG_THRESHOLD) return;
      gesture = begin();
      if (!gesture) return end();
      document.documentElement.dataset.gesture = '';
    }
    frame ||= requestAnimationFrame(step);
  };
  const end = () => {
    cancelAnimationFrame(frame);
    listeners.abort();
    delete document.documentElement.dataset.gesture;
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    if (frame && gesture) {
      // The requested frame must not run after the drop.
      cancelAnimationFrame(frame);
      step();
    }
    end();
    if (gesture) gesture.drop();
    else onPress?.();
  };
  const cancel = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    end();
    gesture?.cancel();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !gesture) return;
    event.preventDefault();
    event.stopPropagation();
    end();
    gesture.cancel();
  };
  const listeners = new AbortController();
  addEventListener('pointermove', move, listeners);
  addEventListener('pointerup', up, listeners);
  addEventListener('pointercancel', cancel, listeners);
  addEventListener('keydown', key, { capture: true, signal: listeners.signal });
}
