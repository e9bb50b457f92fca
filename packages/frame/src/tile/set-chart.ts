interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createHTML: (html: string) => string },
  ): { createHTML(html: string): string };
}

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('inlay', {
  createHTML: (html) => html,
});

/** Markup of the server that rendered the page. */
export const toMarkup = (html: string): string => policy?.createHTML(html) ?? html;

/** The only place where markup is inserted into the page. */
export function setMarkup(place: HTMLElement, html: string): void {
  place.innerHTML = toMarkup(html);
}

const DRAWING = 'svg.inlay-chart';

/** Replaces the chart with new markup from the server and keeps the keyboard focus in it. */
export function setChart(box: HTMLElement, html: string): void {
  const focused = document.activeElement?.matches(DRAWING) && box.contains(document.activeElement);
  setMarkup(box, html);
  if (focused) box.querySelector<SVGElement>(DRAWING)?.focus();
}
