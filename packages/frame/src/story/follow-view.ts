/** The part of an element that the viewer sees, in coordinates of the frame. */
export interface VisiblePart {
  readonly top: number;
  readonly bottom: number;
}

/** The distance of the marks that tell where the host page has scrolled to. */
const STRIDE = 24;

/**
 * Calls back whenever the viewer sees another part of the page: by scrolling the frame, or by scrolling the host page
 * around it. The host's scrolling is visible across origins only to an IntersectionObserver, as marks along the page
 * that enter and leave the viewport. Returns a cleanup function.
 */
export function followView(
  page: HTMLElement,
  onMove: (part: VisiblePart, isOfHost: boolean) => void,
): () => void {
  const marks = document.createElement('div');
  marks.className = 'inlay-marks';
  marks.ariaHidden = 'true';
  page.append(marks);
  const visible = new Set<Element>();
  const listening = new AbortController();
  let isDue = false;

  const tell = () => {
    isDue = false;
    const isOfHost = document.documentElement.scrollHeight <= innerHeight + 1;
    if (!isOfHost) return onMove({ top: 0, bottom: innerHeight }, false);
    const seen = [...marks.children].filter((mark) => visible.has(mark));
    const [first, last] = [seen[0], seen.at(-1)];
    if (!first || !last) return;
    const end = last === marks.lastElementChild ? page : last;
    onMove({ top: first.getBoundingClientRect().top, bottom: end.getBoundingClientRect().bottom }, true);
  };
  const tellSoon = () => {
    if (!isDue) requestAnimationFrame(tell);
    isDue = true;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries)
        if (intersectionRatio > 0.9) visible.add(target);
        else visible.delete(target);
      tellSoon();
    },
    { threshold: [0, 0.95] },
  );
  const sized = new ResizeObserver(() => {
    const count = Math.ceil(page.offsetHeight / STRIDE);
    while (marks.children.length > count) {
      const last = marks.lastElementChild as Element;
      observer.unobserve(last);
      visible.delete(last);
      last.remove();
    }
    while (marks.children.length < count) {
      const mark = document.createElement('i');
      marks.append(mark);
      observer.observe(mark);
    }
    tellSoon();
  });
  sized.observe(page);
  addEventListener('scroll', tellSoon, { passive: true, signal: listening.signal });
  addEventListener('resize', tellSoon, { signal: listening.signal });
  return () => {
    listening.abort();
    observer.disconnect();
    sized.disconnect();
    marks.remove();
  };
}
