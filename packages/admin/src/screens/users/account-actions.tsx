import type { User } from '@inlay/protocol/user';
import { Button } from '@inlay/ui/button';
import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import { Notice } from '@inlay/ui/notice';
import { showToast } from '@inlay/ui/toast';
import { useLeave, useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { fullTime } from '../../parts/moment.tsx';
import { useTask } from '../../parts/use-task.ts';
import { me } from '../../session/session.ts';
import { PasswordField } from './password-field.tsx';

/** Actions that change whether a user can sign in; each ends the user's sessions. */
export function AccountActions({
  user,
  onDone,
}: {
  readonly user: User;
  readonly onDone: () => void;
}): VNode {
  const [password, setPassword] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const { busy, error, run } = useTask();
  const saved = useUnsaved((password ?? '') !== '');
  const leave = useLeave();
  const isSelf = me.value?.id === user.id;
  const active = user.status === 'active';
  const toggle = () =>
    run(async () => {
      await ask('PATCH', `users/${user.id}`, { status: active ? 'disabled' : 'active' });
      showToast(active ? `${user.username} can no longer sign in.` : `${user.username} can sign in again.`);
      leave(onDone);
    });
  const reset = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      await ask('PATCH', `users/${user.id}`, { password });
      saved();
      showToast(`The password of ${user.username} is changed.`);
      leave(onDone);
    });
  };
  return (
    <section class="ui-card" aria-label="Access">
      <h3>Access</h3>
      <p class="small muted">
        Created {fullTime(user.createdAt)}.{' '}
        {user.lastLoginAt ? `Last sign-in ${fullTime(user.lastLoginAt)}.` : 'Never signed in.'}
      </p>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {password === undefined ? (
        <div class="row">
          <Button onClick={() => setPassword('')}>Reset the password</Button>
          <Button variant={active ? 'danger' : 'secondary'} busy={busy} disabled={isSelf} onClick={toggle}>
            {active ? 'Disable the user' : 'Enable the user'}
          </Button>
          <Button variant="danger" disabled={isSelf} onClick={() => setRemoving(true)}>
            Delete …
          </Button>
        </div>
      ) : (
        <form class="stack" onSubmit={reset}>
          <PasswordField value={password} onChange={setPassword} />
          <Notice tone="warning">
            A new password signs the person out everywhere{isSelf && ', here too'}.
          </Notice>
          <div class="row end">
            <Button onClick={() => setPassword(undefined)}>Cancel</Button>
            <Button variant="primary" type="submit" busy={busy}>
              Set the password
            </Button>
          </div>
        </form>
      )}
      {isSelf && (
        <p class="small muted">
          You cannot disable or delete yourself. To change your password and stay signed in, use the account
          menu.
        </p>
      )}
      {removing && (
        <ConfirmDialog
          title={`Delete ${user.username}?`}
          action="Delete the user"
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await ask('DELETE', `users/${user.id}`);
            showToast(`${user.username} is deleted.`);
            onDone();
          }}
        >
          <p>
            The account is gone for good; what the person made stays. To keep somebody out for a while,
            disable the user instead.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
