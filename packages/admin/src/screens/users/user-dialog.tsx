import type { Named } from '@inlay/protocol/named';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { Changeable } from '../../parts/form/changeable.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { AccountActions } from './account-actions.tsx';
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
  if (id === undefined) {
    return (
      <Dialog title={t.create} onClose={props.onClose} side>
        <UserForm {...props} />
      </Dialog>
    );
  }
  return <EditDialog id={id} {...props} />;
}

function EditDialog({ id, ...props }: UserDialogProps & { readonly id: string }): VNode {
  const t = useMessages('people').users;
  const { data: user, error, reload } = useSnapshot(userQuery(id));
  return (
    <Dialog title={user?.username ?? t.user} onClose={props.onClose} side>
      {error && <Trouble error={error} onRetry={reload} />}
      {!user && !error && <Skeleton lines={6} />}
      {user && (
        <Changeable needs="users:write">
          <UserForm user={user} {...props} />
          <AccountActions user={user} onDone={props.onDone} />
        </Changeable>
      )}
    </Dialog>
  );
}
