import type { Frame, Page } from 'playwright-core';

/**
 * Selected controls that look like the others of their kind, and disabled buttons that look like enabled ones, by the
 * properties that are left where the system forces colors.
 */
export async function indistinctStates(place: Page | Frame): Promise<readonly string[]> {
  return place.evaluate(() => {
    const lookOf = (element: Element) => {
      const { backgroundColor, color, borderColor, outlineStyle, outlineWidth } = getComputedStyle(element);
      return [backgroundColor, color, borderColor, outlineStyle, outlineWidth].join();
    };
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
    const name = (element: Element) => element.outerHTML.slice(0, 120);
    const found: string[] = [];
    for (const attribute of ['aria-pressed', 'aria-selected']) {
      for (const chosen of visible(`[${attribute}="true"]`)) {
        const others = [
          ...(chosen.parentElement?.parentElement?.querySelectorAll(`[${attribute}="false"]`) ?? []),
        ];
        const same = others.find((other) => other.checkVisibility() && lookOf(other) === lookOf(chosen));
        if (same) found.push(`${name(chosen)} looks like ${name(same)}`);
      }
    }
    for (const current of visible('nav [aria-current]:not([aria-current="false"])')) {
      const others = [...(current.closest('nav')?.querySelectorAll('a:not([aria-current])') ?? [])];
      const same = others.find((other) => other.checkVisibility() && lookOf(other) === lookOf(current));
      if (same) found.push(`${name(current)} looks like ${name(same)}`);
    }
    for (const off of visible('.ui-button:disabled, .ui-icon-button:disabled')) {
      const same = visible('.ui-button:enabled, .ui-icon-button:enabled').find(
        (on) => on.className === off.className && getComputedStyle(on).color === getComputedStyle(off).color,
      );
      if (same) found.push(`${name(off)} looks like ${name(same)}`);
    }
    for (const box of visible('.ui-popover, .ui-dialog, .ui-badge, .ui-notice, .inlay-tile, .bld-card')) {
      const { outlineStyle, borderStyle, borderWidth } = getComputedStyle(box);
      if (outlineStyle === 'none' && (borderStyle === 'none' || borderWidth === '0px'))
        found.push(`${name(box)} has no edge`);
    }
    return found;
  });
}
