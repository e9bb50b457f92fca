import type { Frame, Page } from 'playwright-core';

/**
 * Focuses every control in turn, and returns those without an outline, and those whose outline an ancestor that clips or
 * the edge of the page cuts off. Press a key before, as for keyboard users.
 */
export async function clippedRings(place: Page | Frame, within = 'body'): Promise<readonly string[]> {
  return place.evaluate((selector) => {
    const root = document.querySelector('dialog:modal, :popover-open') ?? document.querySelector(selector);
    const controls = [...(root?.querySelectorAll<HTMLElement>(':not(iframe)') ?? [])].filter(
      (each) => each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }),
    );
    return controls.flatMap((control) => {
      control.focus();
      if (document.activeElement !== control) return [];
      // That of a card is drawn around the whole of it.
      const drawn = getComputedStyle(control, '::after').outlineStyle === 'none' ? undefined : '::after';
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control, drawn);
      const name = control.outerHTML.slice(0, 120);
      // Code editors draw it around all of their parts.
      if (outlineStyle === 'none') return control.closest('.cm-editor') ? [] : [`no ring: ${name}`];
      const room = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const box = control.getBoundingClientRect();
      for (let outer = control.parentElement; outer; outer = outer.parentElement) {
        const { overflow, contain } = getComputedStyle(outer);
        const isRoot = outer === document.documentElement || outer === document.body;
        if (!isRoot && overflow === 'visible' && !/paint|content|strict/.test(contain)) continue;
        const edge = isRoot
          ? { left: 0, top: -1e9, right: innerWidth, bottom: 1e9 }
          : outer.getBoundingClientRect();
        const cut = {
          left: edge.left - (box.left - room),
          top: edge.top - (box.top - room),
          right: box.right + room - edge.right,
          bottom: box.bottom + room - edge.bottom,
        };
        const [side] = Object.entries(cut).find(([, by]) => by > 0.75) ?? [];
        if (side) return [`cut at the ${side} by ${outer.className || outer.tagName}: ${name}`];
        if (getComputedStyle(outer).position === 'fixed') break;
      }
      return [];
    });
  }, within);
}
