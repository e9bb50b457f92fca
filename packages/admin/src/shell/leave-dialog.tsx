import type { VNode } from 'preact';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { heldBack, leaveAnyway } from '../router.ts';

export function LeaveDialog(): VNode | null {
  if (heldBack.value === undefined) return null;
  const stay = () => {
    heldBack.value = undefined;
  };
  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <p>What you changed here is not saved yet.</p>
      <div class="row end">
        <Button kind="danger" onPress={leaveAnyway}>
          Leave
        </Button>
        <Button kind="main" onPress={stay}>
          Stay
        </Button>
      </div>
    </Dialog>
  );
}
