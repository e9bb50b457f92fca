import type { VNode } from 'preact';
import { useLeave } from '../form/use-unsaved.ts';
import { useUiTexts } from '../ui-texts.ts';
import { Button } from './button.tsx';

/** Cancels a form; asks first if unsaved work would be lost. */
export function CancelButton({ onClick }: { readonly onClick: () => void }): VNode {
  const leave = useLeave();
  return <Button onClick={() => leave(onClick)}>{useUiTexts().cancel}</Button>;
}
