import { Button } from '@inlay/ui/button';
import { Dialog } from '@inlay/ui/dialog';
import { heldBack } from '@inlay/ui/leave-guard';
import type { VNode } from 'preact';

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
          variant="danger"
          onClick={() => {
            stay();
            held.go();
          }}
        >
          Leave
        </Button>
        <Button variant="primary" autofocus onClick={stay}>
          Stay
        </Button>
      </div>
    </Dialog>
  );
}
