import type { Named } from '@inlay/protocol/named';
import type { User } from '@inlay/protocol/user';
import { Dialog } from '@inlay/ui/dialog';
import { Skeleton } from '@inlay/ui/skeleton';
import type { VNode } from 'preact';
import { useAnswer } from '../../api/use-answer.ts';
import { Trouble } from '../../parts/trouble.tsx';
import { AccountActions } from './account-actions.tsx';
import { UserForm } from './user-form.tsx';

interface UserDialogProps {
  readonly id: string | undefined;
  readonly groups: readonly Named[];
  readonly workspaces: readonly Named[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function UserDialog({ id, ...props }: UserDialogProps): VNode {
  if (id === undefined) {
    return (
      <Dialog title="Create a user" onClose={props.onClose} side>
        <UserForm {...props} />
      </Dialog>
    );
  }
  return <EditDialog id={id} {...props} />;
}

function EditDialog({ id, ...props }: UserDialogProps & { readonly id: string }): VNode {
  const { data: user, error, reload } = useAnswer<User>(`users/${encodeURIComponent(id)}`);
  return (
    <Dialog title={user?.username ?? 'User'} onClose={props.onClose} side>
      {error && <Trouble error={error} onRetry={reload} />}
      {!user && !error && <Skeleton lines={6} />}
      {user && (
        <>
          <UserForm user={user} {...props} />
          <AccountActions user={user} onDone={props.onDone} />
        </>
      )}
    </Dialog>
  );
}
