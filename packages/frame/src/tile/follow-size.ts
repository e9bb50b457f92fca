const REST_MS = 160;
/** Up to here a drawing may be scaled; past it, its words become too small or too large. */
const MOST_STRETCH = 0.12;

/** Whether a drawing of this width has to be drawn again for its box. */
export const isStretched = (box: HTMLElement, drawn: number): boolean =>
  Math.abs(box.clientWidth / drawn - 1) > MOST_STRETCH;

/** Draws a tile again when its width has become another and rests there. */
export function followSize({ element, redraw }: { element: HTMLElement; redraw(): Promise<void> }): void {
  const box = element.querySelector<HTMLElement>('.inlay-chart-box');
  if (!box) return;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let full = false;
  new ResizeObserver(() => {
    clearTimeout(resting);
    const drawn =
      Number(element.dataset.drawnWidth) ||
      box.querySelector<SVGSVGElement>('svg.inlay-chart')?.viewBox.baseVal.width;
    const nowFull = document.fullscreenElement === element;
    const stretched = drawn !== undefined && isStretched(box, drawn);
    if (box.clientWidth === 0 || (!stretched && nowFull === full)) return;
    full = nowFull;
    resting = setTimeout(() => redraw().catch(console.error), REST_MS);
  }).observe(box);
}
