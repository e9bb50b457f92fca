import type { Frame, Page } from 'playwright-core';

/** The windows of 1280 × 1024 px at 200% and 400% (WCAG 2.2, 1.4.4 and 1.4.10). */
export const ZOOMED = {
  '200%': { width: 640, height: 512 },
  '400%': { width: 320, height: 256 },
} as const;

/**
 * What zooming breaks: a page that scrolls sideways, content beyond its edges that no element scrolls to, fixed and sticky
 * bars that leave less than half of the window, and a dialog that does not fit.
 */
export async function zoomProblems(place: Page | Frame): Promise<readonly string[]> {
  return place.evaluate(() => {
    const { documentElement: root } = document;
    const found: string[] = [];
    if (root.scrollWidth > innerWidth + 1) found.push(`the page is ${root.scrollWidth} px wide`);
    const name = (element: Element) => element.outerHTML.slice(0, 120);
    const isScrolled = (element: Element | null): boolean =>
      element !== null &&
      element !== root &&
      (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement));
    const shown = [...document.body.querySelectorAll('*')].filter(
      (element) => element.checkVisibility() && !element.closest('svg *, .cm-editor *, .skip'),
    );
    const modal = document.querySelector('dialog:modal');
    const beyond = shown.find((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (right > innerWidth + 1 || left < -1) && !isScrolled(element);
    });
    if (beyond) found.push(`beyond the edge: ${name(beyond)}`);
    const bars = shown.filter((element) => {
      const { position } = getComputedStyle(element);
      const { width, top, bottom } = element.getBoundingClientRect();
      const isBar = position === 'fixed' || position === 'sticky';
      return (
        isBar &&
        width > innerWidth / 2 &&
        top < innerHeight &&
        bottom > 0 &&
        !element.closest('dialog, table')
      );
    });
    const covered = bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
    if (!modal && covered > innerHeight / 2) found.push(`${covered} px are covered by ${bars.map(name)}`);
    if (modal) {
      const { top, bottom } = modal.getBoundingClientRect();
      if (top < -1 || bottom > innerHeight + 1) found.push(`a dialog from ${top} to ${bottom} px`);
    }
    return found;
  });
}
