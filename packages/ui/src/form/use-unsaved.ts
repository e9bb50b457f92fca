import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { useAppTexts } from '../ui-texts.ts';
import { PlaceContext } from './leave-context.ts';
import { hold, leave, letGo } from './leave-guard.ts';

/**
 * Leaving with unsaved input asks first. This uses a layout effect because other effects run only after the next frame,
 * when the user may have left already. Returns a function that marks it as saved.
 */
export function useUnsaved(dirty: boolean, loses?: string): () => void {
  const { unsavedWork } = useAppTexts().kit;
  const says = loses ?? unsavedWork;
  const place = useContext(PlaceContext);
  const [form] = useState(() => Symbol('form'));
  useLayoutEffect(() => {
    if (!dirty) return undefined;
    hold(form, { place, says });
    return () => letGo(form);
  }, [dirty, form, place, says]);
  return () => letGo(form);
}

/** Leaves the form's place as its cross and Escape do. */
export function useLeave(): (go: () => void) => void {
  const place = useContext(PlaceContext);
  return (go) => leave(go, place);
}
