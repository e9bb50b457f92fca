import { noteMarks } from './move-marks.ts';
import type { Stage, StageOptions } from './stage.ts';

/** One step at a time. All steps are in the page, so switching is instant. */
export function openSlides({ list, steps, onReach }: StageOptions): Stage {
  let now = -1;
  const listening = new AbortController();
  const show = (index: number) => {
    const [from, to] = [steps[now], steps[index]];
    if (!to) return;
    const stays = from?.dataset.scene === to.dataset.scene;
    const moveMarks = stays && from ? noteMarks(from) : undefined;
    if (from) to.dataset.direction = stays ? '' : index > now ? 'on' : 'back';
    now = index;
    for (const step of steps) step.hidden = step !== to;
    moveMarks?.(to);
  };
  listenForSwipes(list, listening.signal, (by) => {
    if (!steps[now + by]) return;
    show(now + by);
    onReach(now);
  });
  return {
    show,
    close: () => {
      listening.abort();
      for (const step of steps) {
        step.hidden = false;
        delete step.dataset.direction;
      }
    },
  };
}

const SWIPE_MIN_PX = 56;

/** Detects horizontal swipes; vertical scrolling is ignored. */
function listenForSwipes(element: HTMLElement, signal: AbortSignal, onSwipe: (by: 1 | -1) => void): void {
  let from: { readonly x: number; readonly y: number } | undefined;
  const options = { passive: true, signal };
  element.addEventListener(
    'touchstart',
    ({ touches }) => {
      const [finger] = touches;
      from = touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    options,
  );
  element.addEventListener(
    'touchend',
    ({ changedTouches }) => {
      const [finger] = changedTouches;
      if (!from || !finger) return;
      const [x, y] = [finger.clientX - from.x, finger.clientY - from.y];
      from = undefined;
      if (Math.abs(x) < SWIPE_MIN_PX || Math.abs(x) < 2 * Math.abs(y)) return;
      const rtl = document.documentElement.dir === 'rtl';
      onSwipe(x < 0 !== rtl ? 1 : -1);
    },
    options,
  );
}
