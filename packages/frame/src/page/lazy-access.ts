/** Loads what only some viewers need: those who use the keyboard, and those whose system forces colors. */
export function loadAccess(): void {
  const keepFocus = async () => (await import('@inlay/ui/keep-focus')).keepFocus();
  addEventListener('keydown', () => void keepFocus().catch(console.error), { once: true });
  if (matchMedia('(forced-colors: active)').matches)
    void Promise.all([import('@inlay/ui/forced-colors.css'), import('@inlay/ui/marks/forced-colors')]).catch(
      console.error,
    );
}
