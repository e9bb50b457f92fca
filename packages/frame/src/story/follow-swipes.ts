const FAR = 56;

/** A finger that goes clearly sideways turns the page; one that scrolls does not. */
export function followSwipes(element: HTMLElement, onSwipe: (way: 1 | -1) => void): void {
  let from: { readonly x: number; readonly y: number } | undefined;
  element.addEventListener(
    'touchstart',
    ({ touches }) => {
      const [finger] = touches;
      from = touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    { passive: true },
  );
  element.addEventListener(
    'touchend',
    ({ changedTouches }) => {
      const [finger] = changedTouches;
      if (!from || !finger) return;
      const [x, y] = [finger.clientX - from.x, finger.clientY - from.y];
      from = undefined;
      if (Math.abs(x) < FAR || Math.abs(x) < 2 * Math.abs(y)) return;
      const rtl = document.documentElement.dir === 'rtl';
      onSwipe(x < 0 !== rtl ? 1 : -1);
    },
    { passive: true },
  );
}
