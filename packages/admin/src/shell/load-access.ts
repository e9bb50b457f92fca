/** Loads what the first render does not need: the code that keeps the focus in the page, and styles for forced colors. */
export function loadAccess(): void {
  const keepFocus = async () => (await import('@inlay/ui/keep-focus')).keepFocus();
  void keepFocus().catch(console.error);
  if (matchMedia('(forced-colors: active)').matches) void import('./forced-colors.ts').catch(console.error);
}
