import { type User, UserChange } from '@inlay/protocol/user';
import { Button } from '@inlay/ui/controls/button';
import { useForm } from '@inlay/ui/form/use-form';
import { useLeave } from '@inlay/ui/form/use-unsaved';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { ConfirmButton } from '../../parts/form/confirm-button.tsx';
import { useTask } from '../../parts/form/use-task.ts';
import { fullTime } from '../../parts/text/moment.tsx';
import { me } from '../../session/session.ts';
import { PasswordField } from './password-field.tsx';
import { SendLinkButton } from './send-link-button.tsx';
import { useHasPasswords } from './use-has-passwords.ts';

/** Actions that change whether a user can sign in; each ends the user's sessions. */
export function AccountActions({
  user,
  onDone,
}: {
  readonly user: User;
  readonly onDone: () => void;
}): VNode {
  const t = useMessages('people').users.account;
  const { username } = user;
  const [resetting, setResetting] = useState(false);
  const { busy, error, run } = useTask();
  const leave = useLeave();
  const hasPasswords = useHasPasswords();
  const isSelf = me.value?.id === user.id;
  const active = user.status === 'active';
  const toggle = () =>
    run(async () => {
      await api.patch('/users/{id}', {
        path: { id: user.id },
        body: { status: active ? 'disabled' : 'active' },
      });
      showToast(active ? t.disabled({ username }) : t.enabled({ username }));
      leave(onDone);
    });
  return (
    <section class="ui-card" aria-label={t.title}>
      <h3>{t.title}</h3>
      <p class="ui-small ui-muted">
        {t.created({ time: fullTime(user.createdAt) })}{' '}
        {user.lastLoginAt ? t.lastSignIn({ time: fullTime(user.lastLoginAt) }) : t.neverSignedIn}
      </p>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {resetting ? (
        <ResetPassword user={user} onDone={() => leave(onDone)} onCancel={() => setResetting(false)} />
      ) : (
        <div class="ui-row">
          {active && hasPasswords && <SendLinkButton user={user} />}
          <Button onClick={() => setResetting(true)}>{t.resetPassword}</Button>
          <Button variant={active ? 'danger' : 'secondary'} busy={busy} disabled={isSelf} onClick={toggle}>
            {active ? t.disable : t.enable}
          </Button>
          <ConfirmButton
            label={t.delete}
            title={t.deleteTitle({ username })}
            action={t.deleteUser}
            disabled={isSelf}
            onConfirm={async () => {
              await api.delete('/users/{id}', { path: { id: user.id } });
              showToast(t.deleted({ username }));
              onDone();
            }}
          >
            {t.deleteText}
          </ConfirmButton>
        </div>
      )}
      {!isSelf && !resetting && (
        <div class="ui-row">
          <ConfirmButton
            label={t.removeFactors}
            title={t.removeFactorsTitle({ username })}
            action={t.removeFactorsNow}
            onConfirm={async () => {
              await api.delete('/users/{id}/second-factors', { path: { id: user.id } });
              showToast(t.factorsRemoved({ username }));
            }}
          >
            {t.removeFactorsText}
          </ConfirmButton>
        </div>
      )}
      {isSelf && <p class="ui-small ui-muted">{t.self}</p>}
    </section>
  );
}

interface ResetPasswordProps {
  readonly user: User;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function ResetPassword({ user, onDone, onCancel }: ResetPasswordProps): VNode {
  const { account: t, password } = useMessages('people').users;
  const form = useForm({
    schema: UserChange,
    initial: {},
    save: (_, changes) => api.patch('/users/{id}', { path: { id: user.id }, body: changes }),
    onSaved: () => {
      showToast(t.passwordSet({ username: user.username }));
      onDone();
    },
  });
  return (
    <form class="ui-stack" {...form.props}>
      <PasswordField {...form.field('password', { label: password.label, required: true })} />
      <Notice tone="warning">{me.value?.id === user.id ? t.ownPasswordWarning : t.passwordWarning}</Notice>
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      <div class="ui-row ui-end">
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button variant="primary" type="submit" busy={form.busy}>
          {t.setPassword}
        </Button>
      </div>
    </form>
  );
}
