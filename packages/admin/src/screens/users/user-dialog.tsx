import type { Named } from '@inlay/protocol/named';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { Changeable } from '../../parts/form/changeable.tsx';
import { RecordDialog } from '../../parts/page/record-dialog.tsx';
import { AccountActions } from './account-actions.tsx';
import { LinkDialog, type LinkToPassOn } from './link-dialog.tsx';
import { userQuery } from './queries.ts';
import { UserForm } from './user-form.tsx';

interface UserDialogProps {
  readonly id: string | undefined;
  readonly groups: readonly Named[];
  readonly workspaces: readonly Named[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function UserDialog({ id, ...props }: UserDialogProps): VNode {
  const t = useMessages('people').users;
  const [toPassOn, setToPassOn] = useState<LinkToPassOn>();
  if (toPassOn) return <LinkDialog toPassOn={toPassOn} onDone={props.onDone} />;
  if (id === undefined) {
    return (
      <Dialog title={t.create} onClose={props.onClose} side>
        <UserForm {...props} onDone={(link) => (link ? setToPassOn(link) : props.onDone())} />
      </Dialog>
    );
  }
  return <EditDialog id={id} {...props} />;
}

function EditDialog({ id, ...props }: UserDialogProps & { readonly id: string }): VNode {
  const t = useMessages('people').users;
  const query = useSnapshot(userQuery(id));
  return (
    <RecordDialog query={query} title={query.data?.username ?? t.user} lines={6} onClose={props.onClose}>
      {(user) => (
        <Changeable needs="users:write">
          <UserForm user={user} {...props} />
          <AccountActions user={user} onDone={props.onDone} />
        </Changeable>
      )}
    </RecordDialog>
  );
}
