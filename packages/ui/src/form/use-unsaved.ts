import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { useAppTexts } from '../ui-texts.ts';
import { PlaceContext } from './leave-context.ts';
import { hold, leave, letGo } from './leave-guard.ts';

/**
 * While something is typed and not saved, leaving asks first. It is known before the next key is heard: effects of
 * layout run with the rendering, others only after the next frame. Returns a function that marks it as saved.
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
