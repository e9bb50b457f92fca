interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createHTML: (html: string) => string },
  ): { createHTML(html: string): string };
}

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('inlay', {
  createHTML: (html) => html,
});

/** The one place where markup becomes part of the page. It comes from the server that rendered the page itself. */
export function setMarkup(place: HTMLElement, html: string): void {
  place.innerHTML = policy?.createHTML(html) ?? html;
}

const DRAWING = 'svg.inlay-chart';

/** Replaces the chart with the one that the server rendered, and keeps the keyboard focus in it. */
export function setPicture(box: HTMLElement, html: string): void {
  const focused = document.activeElement?.matches(DRAWING) && box.contains(document.activeElement);
  setMarkup(box, html);
  if (focused) box.querySelector<SVGElement>(DRAWING)?.focus();
}
