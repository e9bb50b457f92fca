import { signal } from '@preact/signals';

export const paletteOpen = signal(false);

/** Ctrl-K or ⌘-K, from anywhere. */
export function listenForPalette(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    paletteOpen.value = !paletteOpen.value;
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
