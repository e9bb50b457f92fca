const DEBOUNCE_MS = 160;
/** A chart keeps its height, so that one in a wider box leaves a margin. It may be this part of the width. */
const MAX_STRETCH = 0.04;

/** Whether a chart drawn at this width has to be redrawn for its box. */
export const isStretched = (box: HTMLElement, drawn: number): boolean =>
  Math.abs(box.clientWidth / drawn - 1) > MAX_STRETCH;

/** A box may be this much higher or lower than the chart in it. */
const HEIGHT_TOLERANCE = 20;

/** The height for a chart of this height: the same, unless its box has a height of its own that differs. */
export function heightFor(element: HTMLElement, box: HTMLElement, drawn: number): number {
  const grid = element.closest('.inlay-grid');
  // The row of a KPI grows with it.
  const inRows = grid && getComputedStyle(grid).display === 'grid' && element.dataset.compact === undefined;
  const isFixed = inRows || document.fullscreenElement === element;
  return isFixed && Math.abs(box.clientHeight - drawn) > HEIGHT_TOLERANCE
    ? Math.max(48, box.clientHeight)
    : drawn;
}

/** Redraws a tile after its size has changed. */
export function redrawOnResize({ element, redraw }: { element: HTMLElement; redraw(): Promise<void> }): void {
  const box = element.querySelector<HTMLElement>('.inlay-chart-box');
  if (!box) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFullScreen = false;
  new ResizeObserver(() => {
    clearTimeout(timer);
    const chart = box.querySelector<SVGSVGElement>('svg.inlay-chart')?.viewBox.baseVal;
    const drawn = Number(element.dataset.drawnWidth) || chart?.width;
    const nowFullScreen = document.fullscreenElement === element;
    const misfits =
      (drawn !== undefined && isStretched(box, drawn)) ||
      (chart !== undefined && heightFor(element, box, chart.height) !== chart.height);
    if (box.clientWidth === 0 || (!misfits && nowFullScreen === isFullScreen)) return;
    timer = setTimeout(() => {
      isFullScreen = nowFullScreen;
      redraw().catch(console.error);
    }, DEBOUNCE_MS);
  }).observe(box);
}
