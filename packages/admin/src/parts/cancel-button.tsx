import type { VNode } from 'preact';
import { Button } from './button.tsx';
import { useLeave } from './use-unsaved.ts';

/** Cancels a form; asks first if unsaved work would be lost. */
export function CancelButton({ onPress }: { readonly onPress: () => void }): VNode {
  const leave = useLeave();
  return <Button onPress={() => leave(onPress)}>Cancel</Button>;
}
