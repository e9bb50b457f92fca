/** Loads what only some viewers need: those who use the keyboard, or a palette of their own. */
export function loadAccess(): void {
  const keepFocus = async () => (await import('@inlay/ui/keep-focus')).keepFocus();
  addEventListener('keydown', () => void keepFocus().catch(console.error), { once: true });
  if (matchMedia('(forced-colors: active)').matches)
    void Promise.all([import('@inlay/ui/forced-colors.css'), import('@inlay/ui/marks/forced-colors')]).catch(
      console.error,
    );
}
