import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadNamespaces } from '../messages.ts';
import { paletteOpen } from './palette-open.ts';

/** The palette and its messages, which a first visit does without; the app loads them while it is idle. */
export async function loadPalette(): Promise<ComponentType> {
  const [{ Palette }] = await Promise.all([import('./palette.tsx'), loadNamespaces('palette')]);
  return Palette;
}

export function LazyPalette(): VNode | null {
  const [Palette, setPalette] = useState<ComponentType>();
  const isOpen = paletteOpen.value;
  useEffect(() => {
    if (isOpen && !Palette) loadPalette().then((loaded) => setPalette(() => loaded), console.error);
  }, [isOpen, Palette]);
  return isOpen && Palette ? <Palette /> : null;
}
