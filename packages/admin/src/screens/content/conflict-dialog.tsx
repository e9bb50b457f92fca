import type { VNode } from 'preact';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ChangeList } from './change-list.tsx';
import type { Conflict } from './use-content.ts';

/** Two people worked on the same thing: nothing is overwritten before one of them has seen what the other did. */
export function ConflictDialog({ conflict }: { readonly conflict: Conflict }): VNode {
  const { updatedBy, updatedAt, changes } = conflict.details;
  return (
    <Dialog title="Somebody else saved meanwhile" onClose={conflict.cancel}>
      <p>
        <strong>{updatedBy ?? 'The operator'}</strong> changed this <Moment at={updatedAt} />. Your changes
        are not saved yet.
      </p>
      {changes && <ChangeList changes={changes} />}
      <div class="row end">
        <Button onPress={conflict.takeTheirs}>Take theirs, drop mine</Button>
        <Button kind="main" onPress={() => void conflict.overwrite()}>
          Save mine over it
        </Button>
      </div>
    </Dialog>
  );
}
