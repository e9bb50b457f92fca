import type { VNode } from 'preact';
import { Button } from './button.tsx';
import { useLeave } from './use-unsaved.ts';

/** The way out of a form, which asks where something would be lost. */
export function CancelButton({ onPress }: { readonly onPress: () => void }): VNode {
  const leave = useLeave();
  return <Button onPress={() => leave(onPress)}>Cancel</Button>;
}
