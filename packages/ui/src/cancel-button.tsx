import type { VNode } from 'preact';
import { Button } from './button.tsx';
import { useUiTexts } from './ui-texts.ts';
import { useLeave } from './use-unsaved.ts';

/** Cancels a form; asks first if unsaved work would be lost. */
export function CancelButton({ onClick }: { readonly onClick: () => void }): VNode {
  const leave = useLeave();
  return <Button onClick={() => leave(onClick)}>{useUiTexts().cancel}</Button>;
}
