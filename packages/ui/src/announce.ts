let region: HTMLElement | undefined;

/** Reads out what changed to those who do not see it. */
export function announce(text: string): void {
  if (region === undefined) {
    region = document.createElement('div');
    region.className = 'inlay-unseen';
    region.setAttribute('role', 'status');
    region.setAttribute('aria-live', 'polite');
    document.body.append(region);
  }
  region.textContent = text;
}
