const KEY = 'inlay-font';

/** A cached font is used immediately; the first time it is loaded after everything else. */
export function rememberFont(): void {
  if (localStorage.getItem(KEY) !== null) showFont();
}

export function showFont(): void {
  document.documentElement.dataset.font = 'inter';
  localStorage.setItem(KEY, '1');
}
