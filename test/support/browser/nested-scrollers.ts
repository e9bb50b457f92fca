import type { Page } from 'playwright-core';

/**
 * Elements that scroll up and down within others that do, in the page and in its frames of the same origin. What is
 * pinned to the window does not move with the page, so that it may scroll by itself.
 */
export const nestedScrollers = (page: Page): Promise<readonly string[]> => page.evaluate(measure);

/** Runs in the page. */
function measure(): string[] {
  const nested: string[] = [];
  const visit = (element: Element, outer: string | undefined) => {
    if (!element.checkVisibility()) return;
    const { overflowY, position } = getComputedStyle(element);
    const isRoot = element === element.ownerDocument.documentElement;
    const scrolls = isRoot ? !/hidden|clip/.test(overflowY) : /auto|scroll/.test(overflowY);
    const isPinned = position === 'fixed' || position === 'sticky';
    let around = isPinned ? undefined : outer;
    if (scrolls && element.scrollHeight > element.clientHeight + 1) {
      const name = `${element.className || element.tagName} (${element.scrollHeight} in ${element.clientHeight} px)`;
      if (around) nested.push(`${name} in ${around}`);
      around = name;
    }
    if (element instanceof HTMLIFrameElement && element.contentDocument)
      visit(element.contentDocument.documentElement, around);
    for (const child of element.children) visit(child, around);
  };
  visit(document.documentElement, undefined);
  return nested;
}
