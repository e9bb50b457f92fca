const DEBOUNCE_MS = 160;
/** A chart keeps its height, so that one in a wider box leaves a margin. It may be this part of the width. */
const MAX_STRETCH = 0.04;

/** The server's minimum width. */
const MIN_WIDTH = 120;

const boxOf = (element: HTMLElement) => element.querySelector<HTMLElement>('.inlay-chart-box') ?? element;

const drawnWidth = ({ dataset }: HTMLElement) => Number(dataset.drawnWidth);

/** Whether a tile has to be redrawn for the width of its box. */
const isStretched = (element: HTMLElement): boolean =>
  Math.abs(boxOf(element).clientWidth / drawnWidth(element) - 1) > MAX_STRETCH;

/** The width for a tile: the one that it was drawn with, as long as it need not be redrawn for its box. */
const widthFor = (element: HTMLElement): number =>
  (!isStretched(element) && drawnWidth(element)) || Math.max(MIN_WIDTH, boxOf(element).clientWidth);

/** A box may be this much higher or lower than the chart in it. */
const HEIGHT_TOLERANCE = 20;

/** The height for a chart of this height: the same, unless its box has a height of its own that differs. */
function heightFor(element: HTMLElement, box: HTMLElement, drawn: number): number {
  const grid = element.closest('.inlay-grid');
  // The row of a KPI grows with it.
  const inRows = grid && getComputedStyle(grid).display === 'grid' && element.dataset.compact === undefined;
  const isFixed = inRows || document.fullscreenElement === element;
  return isFixed && Math.abs(box.clientHeight - drawn) > HEIGHT_TOLERANCE
    ? Math.max(48, box.clientHeight)
    : drawn;
}

/** The KPIs in the row of this one, whose numbers have one size, or the tile alone. */
function rowOf(element: HTMLElement): readonly HTMLElement[] {
  const all = element.closest('.inlay-grid')?.querySelectorAll<HTMLElement>('[data-compact]') ?? [];
  const row = [...all].filter(({ offsetTop }) => offsetTop === element.offsetTop);
  return row.includes(element) ? row : [element];
}

/** As rendered, unless the tile was resized: redrawing must not change the layout, nor new data the size of a chart. */
export function sizeFor(element: HTMLElement, box: HTMLElement, drawn: number) {
  const width = widthFor(element);
  const narrowest = Math.min(...rowOf(element).map(widthFor));
  return { width, height: heightFor(element, box, drawn), ...(narrowest < width && { narrowest }) };
}

/** Redraws a tile after its size has changed, and a KPI after that of one in its row has. */
export function redrawOnResize({ element, redraw }: { element: HTMLElement; redraw(): Promise<void> }): void {
  const box = element.querySelector<HTMLElement>('.inlay-chart-box');
  if (!box) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFullScreen = false;
  new ResizeObserver(() => {
    clearTimeout(timer);
    const chart = box.querySelector<SVGSVGElement>('svg.inlay-chart')?.viewBox.baseVal;
    const nowFullScreen = document.fullscreenElement === element;
    const misfits =
      rowOf(element).some(isStretched) ||
      (chart !== undefined && heightFor(element, box, chart.height) !== chart.height);
    if (box.clientWidth === 0 || (!misfits && nowFullScreen === isFullScreen)) return;
    timer = setTimeout(() => {
      isFullScreen = nowFullScreen;
      redraw().catch(console.error);
    }, DEBOUNCE_MS);
  }).observe(box);
}
