const KEY = 'inlay-font';

/** Where the font was fetched before it costs nothing; the first time it comes after everything that is needed. */
export function rememberFont(): void {
  if (localStorage.getItem(KEY) !== null) showFont();
}

export function showFont(): void {
  document.documentElement.dataset.font = 'inter';
  localStorage.setItem(KEY, '1');
}
