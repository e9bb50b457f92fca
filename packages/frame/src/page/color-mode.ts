/** The current color mode, whether set by the host, the tenant's theme or the viewer's system. */
export const colorMode = (): 'light' | 'dark' =>
  getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light';
