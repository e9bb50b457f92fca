const MOST_IN_A_ROW = 20;
const REST_MS = 1_000;

/**
 * Tells how tall the content is at its present width. Content whose height follows the frame's would grow for
 * ever: after twenty reports without a rest there are no more until it rests.
 */
export function reportHeight(content: Element, report: (height: number) => void): void {
  let last = 0;
  let reports = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height === last || document.fullscreenElement || reports >= MOST_IN_A_ROW) return;
    last = height;
    reports++;
    clearTimeout(resting);
    resting = setTimeout(() => {
      reports = 0;
    }, REST_MS);
    report(height);
  }).observe(content);
}
