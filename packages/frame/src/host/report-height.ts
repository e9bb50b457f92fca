const MAX_REPORTS = 20;
const RESET_MS = 1_000;

/**
 * Reports the height of the content. If the height depends on the frame's, it would grow forever: after twenty reports
 * in quick succession, reporting pauses.
 */
export function reportHeight(content: Element, report: (height: number) => void): void {
  let last = 0;
  let reports = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height === last || document.fullscreenElement || reports >= MAX_REPORTS) return;
    last = height;
    reports++;
    clearTimeout(timer);
    timer = setTimeout(() => {
      reports = 0;
    }, RESET_MS);
    report(height);
  }).observe(content);
}
