/** Which colors the page wears, whoever decided it: the host, the tenant's theme or the viewer's system. */
export const modeNow = (): 'light' | 'dark' =>
  getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light';
