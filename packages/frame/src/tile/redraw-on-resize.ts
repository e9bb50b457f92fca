const DEBOUNCE_MS = 160;
/** A chart may be scaled by this factor before its text becomes too small or too large. */
const MAX_STRETCH = 0.12;

/** Whether a chart drawn at this width has to be redrawn for its box. */
export const isStretched = (box: HTMLElement, drawn: number): boolean =>
  Math.abs(box.clientWidth / drawn - 1) > MAX_STRETCH;

/** Redraws a tile after its width has changed. */
export function redrawOnResize({ element, redraw }: { element: HTMLElement; redraw(): Promise<void> }): void {
  const box = element.querySelector<HTMLElement>('.inlay-chart-box');
  if (!box) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFullScreen = false;
  new ResizeObserver(() => {
    clearTimeout(timer);
    const drawn =
      Number(element.dataset.drawnWidth) ||
      box.querySelector<SVGSVGElement>('svg.inlay-chart')?.viewBox.baseVal.width;
    const nowFullScreen = document.fullscreenElement === element;
    const stretched = drawn !== undefined && isStretched(box, drawn);
    if (box.clientWidth === 0 || (!stretched && nowFullScreen === isFullScreen)) return;
    timer = setTimeout(() => {
      isFullScreen = nowFullScreen;
      redraw().catch(console.error);
    }, DEBOUNCE_MS);
  }).observe(box);
}
