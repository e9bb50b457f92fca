import { heldBack } from '@inlay/ui/form/leave-guard';
import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadNamespaces } from '../messages.ts';
import { confirmSession, signInAgain } from '../session/waiting-requests.ts';
import { paletteOpen } from './palette-open.ts';
import { shortcutsOpen } from './shortcuts.ts';

/** The palette and the dialogs of the shell, which a first visit does without; the app loads them while it is idle. */
export async function loadOverlays(): Promise<ComponentType> {
  const [{ Overlays }] = await Promise.all([import('./overlays.tsx'), loadNamespaces('palette', 'signIn')]);
  return Overlays;
}

export function LazyOverlays(): VNode | null {
  const [Overlays, setOverlays] = useState<ComponentType>();
  const isOpen =
    paletteOpen.value ||
    shortcutsOpen.value ||
    signInAgain.isOpen.value ||
    confirmSession.isOpen.value ||
    heldBack.value !== undefined;
  useEffect(() => {
    if (isOpen && !Overlays) loadOverlays().then((loaded) => setOverlays(() => loaded), console.error);
  }, [isOpen, Overlays]);
  return isOpen && Overlays ? <Overlays /> : null;
}
