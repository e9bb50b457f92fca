/** Loads what the first picture does not need: what keeps the focus in the page, and the styles of a palette of one's own. */
export function loadAccess(): void {
  const keepFocus = async () => (await import('@inlay/ui/keep-focus')).keepFocus();
  void keepFocus().catch(console.error);
  if (matchMedia('(forced-colors: active)').matches) void import('./forced-colors.ts').catch(console.error);
}
