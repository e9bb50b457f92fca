import type { Frame, Page } from 'playwright-core';

/** Viewports of touch devices, for which controls are larger. */
export const TOUCH_DEVICES = {
  phone: { viewport: { width: 390, height: 760 }, hasTouch: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
} as const;

/**
 * The controls that do not react to taps everywhere within 44 × 44 px (WCAG 2.2, 2.5.5), with their size. If a dialog or
 * a popover is open, only its controls; what else is on the page cannot be tapped.
 */
export async function smallTargets(place: Page | Frame, within = 'body'): Promise<readonly string[]> {
  return place.evaluate(measure, within);
}

/** Runs in the page. */
function measure(within: string): string[] {
  const size = 44;
  const controls =
    'button, select, input, textarea, summary, a.ui-button, .ui-tab, [role=option], th[data-column]';
  const isTapped = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.matches(':disabled, [type=range], .ui-visually-hidden *, .inlay-unseen *');
  const targetOf = (element: Element) =>
    (element.matches('[type=checkbox], [type=radio]') && element.closest('label')) || element;
  const opened = [...document.querySelectorAll('dialog:modal, :popover-open')].at(-1);
  const root = opened?.querySelector(within) ?? opened ?? document.querySelector(within) ?? document.body;
  const targets = new Set([...root.querySelectorAll(controls)].filter(isTapped).map(targetOf));
  return [...targets].flatMap((target) => {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { x, y, width, height } = target.getBoundingClientRect();
    const reacts = (right: number, down: number) =>
      target.contains(document.elementFromPoint(x + width / 2 + right, y + height / 2 + down));
    /** The number of pixels that react in a line through the middle. */
    const extent = (right: number, down: number) => {
      const [forth, back] = [1, -1].map((direction) => {
        let steps = 0;
        while (steps < size && reacts(right * direction * (steps + 1), down * direction * (steps + 1)))
          steps++;
        return steps;
      });
      return 1 + (forth ?? 0) + (back ?? 0);
    };
    const [wide, high] = [extent(1, 0), extent(0, 1)];
    return wide < size || high < size ? [`${wide} × ${high}: ${target.outerHTML.slice(0, 120)}`] : [];
  });
}
