import type { User } from '@inlay/protocol/user';
import type { VNode } from 'preact';
import { useAnswer } from '../../api/use-answer.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { AccountActions } from './account-actions.tsx';
import type { Named } from './groups-screen.tsx';
import { UserForm } from './user-form.tsx';

interface UserDialogProps {
  readonly id: string | undefined;
  readonly groups: readonly Named[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function UserDialog({ id, groups, onClose, onDone }: UserDialogProps): VNode {
  if (id === undefined) {
    return (
      <Dialog title="Create a user" onClose={onClose} side>
        <UserForm groups={groups} onDone={onDone} onCancel={onClose} />
      </Dialog>
    );
  }
  return <EditDialog id={id} groups={groups} onClose={onClose} onDone={onDone} />;
}

function EditDialog({ id, groups, onClose, onDone }: UserDialogProps & { readonly id: string }): VNode {
  const { data: user, error, reload } = useAnswer<User>(`users/${encodeURIComponent(id)}`);
  return (
    <Dialog title={user?.username ?? 'User'} onClose={onClose} side>
      {error && <Trouble error={error} onRetry={reload} />}
      {!user && !error && <Skeleton lines={6} />}
      {user && (
        <>
          <UserForm user={user} groups={groups} onDone={onDone} onCancel={onClose} />
          <AccountActions user={user} onDone={onDone} />
        </>
      )}
    </Dialog>
  );
}
