import type { VNode } from 'preact';
import { heldBack } from '../leave-guard.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';

export function LeaveDialog(): VNode | null {
  const held = heldBack.value;
  if (held === undefined) return null;
  const stay = () => {
    heldBack.value = undefined;
  };
  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <p>{held.says}</p>
      <div class="row end">
        <Button
          kind="danger"
          onPress={() => {
            stay();
            held.go();
          }}
        >
          Leave
        </Button>
        <Button kind="main" first onPress={stay}>
          Stay
        </Button>
      </div>
    </Dialog>
  );
}
