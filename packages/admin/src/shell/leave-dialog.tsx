import { Button } from '@inlay/ui/controls/button';
import { heldBack } from '@inlay/ui/form/leave-guard';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';

export function LeaveDialog(): VNode | null {
  const t = useMessages('admin').leave;
  const held = heldBack.value;
  if (held === undefined) return null;
  const stay = () => {
    heldBack.value = undefined;
  };
  return (
    <Dialog title={t.title} onClose={stay}>
      <p>{held.says}</p>
      <div class="ui-row ui-end">
        <Button
          variant="danger"
          onClick={() => {
            stay();
            held.go();
          }}
        >
          {t.leave}
        </Button>
        <Button variant="primary" autofocus onClick={stay}>
          {t.stay}
        </Button>
      </div>
    </Dialog>
  );
}
