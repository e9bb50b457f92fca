import type { Gesture } from './gesture.ts';

const EDGE = 56;
const FASTEST = 18;
/** Below this way a press is a click. */
const SLACK = 4;

interface Run {
  readonly scroller: HTMLElement;
  /** Made once the pointer has really moved. */
  readonly begin: () => Gesture | undefined;
  /** It was lifted where it came down. */
  readonly onPress?: () => void;
}

/**
 * Follows one pointer until it is lifted. Work happens once a frame, near an edge the canvas scrolls along, and Escape
 * or a lost pointer takes everything back.
 */
export function runGesture(down: PointerEvent, { scroller, begin, onPress }: Run): void {
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
      scroller.scrollTop += Math.max(-1, Math.min(1, near / EDGE)) * FASTEST;
      frame = requestAnimationFrame(step);
    }
    gesture?.move(pointer.x - clientX, pointer.y - clientY + scroller.scrollTop - scrolled, pointer);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    pointer = { x: event.clientX, y: event.clientY };
    if (!gesture) {
      if (Math.hypot(pointer.x - clientX, pointer.y - clientY) < SLACK) return;
      gesture = begin();
      if (!gesture) return end();
      document.documentElement.dataset.gesture = '';
    }
    frame ||= requestAnimationFrame(step);
  };
  const end = () => {
    cancelAnimationFrame(frame);
    ends.abort();
    delete document.documentElement.dataset.gesture;
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    if (frame && gesture) {
      // The frame that was asked for must not come after the drop.
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
  const ends = new AbortController();
  addEventListener('pointermove', move, ends);
  addEventListener('pointerup', up, ends);
  addEventListener('pointercancel', cancel, ends);
  addEventListener('keydown', key, { capture: true, signal: ends.signal });
}
