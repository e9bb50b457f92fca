import { useEffect } from 'preact/hooks';
import { unsaved } from '../router.ts';

/** While something is typed and not saved, leaving the view asks first. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    unsaved.value = dirty;
    return () => {
      unsaved.value = false;
    };
  }, [dirty]);
}
