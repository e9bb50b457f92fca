/** The admin app of the same instance reads and writes the same choice. */
const KEY = 'inlay-theme';

/** Switches between light and dark; where that is the system's theme, the system decides again. */
export function switchTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const { dataset } = document.documentElement;
  const next = (dataset.inlayTheme ?? system) === 'dark' ? 'light' : 'dark';
  try {
    if (next === system) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
  if (next === system) delete dataset.inlayTheme;
  else dataset.inlayTheme = next;
}
