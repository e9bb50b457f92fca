/** Loads what only some users need, as embeds do: those who use the keyboard, or a palette of their own. */
export function loadAccess(): void {
  const keepFocus = async () => (await import('@inlay/ui/keep-focus')).keepFocus();
  addEventListener('keydown', () => void keepFocus().catch(console.error), { once: true });
  if (matchMedia('(forced-colors: active)').matches) void import('./forced-colors.ts').catch(console.error);
}
