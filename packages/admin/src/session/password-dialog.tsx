import { OwnPasswordChange } from '@inlay/protocol/user';
import { Button } from '@inlay/ui/controls/button';
import { CancelButton } from '@inlay/ui/controls/cancel-button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import { asApiError } from '../api/api-error.ts';
import { useMessages } from '../messages.ts';
import { BlockedNotice } from './blocked-notice.tsx';
import { passwordOpen } from './password-open.ts';
import { me } from './session.ts';
import { useCountdown } from './use-countdown.ts';

const close = () => {
  passwordOpen.value = false;
};

/** Changes the user's own password; this session continues. */
export function PasswordDialog(): VNode | null {
  const t = useMessages('admin').password;
  if (!passwordOpen.value || !me.value) return null;
  return (
    <Dialog title={t.title} onClose={close}>
      <PasswordForm username={me.value.username} />
    </Dialog>
  );
}

function PasswordForm({ username }: { readonly username: string }): VNode {
  const { password: t, signIn } = useMessages('admin');
  const [isVisible, setVisible] = useState(false);
  const [seconds, count] = useCountdown();
  const [isBlocked, setBlocked] = useState(false);
  const form = useForm({
    schema: OwnPasswordChange,
    initial: { currentPassword: '', newPassword: '' },
    save: async (body) => {
      setBlocked(false);
      await api.post('/me/password', { body }).catch((thrown: unknown) => {
        const refused = asApiError(thrown);
        if (refused.status === 429) {
          setBlocked(true);
          count(refused.retryAfter || 60);
        }
        throw refused;
      });
    },
    onSaved: () => {
      close();
      showToast(t.done);
    },
  });
  const type = isVisible ? 'text' : 'password';
  return (
    <form class="ui-stack" method="post" {...form.props}>
      {/* Tells password managers which account this is. */}
      <input hidden readOnly name="username" autocomplete="username" value={username} />
      {seconds > 0 && <BlockedNotice message={form.error} seconds={seconds} />}
      {form.error && !isBlocked && <Notice tone="bad">{form.error}</Notice>}
      <TextField
        {...form.field('currentPassword', { label: t.current })}
        type={type}
        autocomplete="current-password"
        autocapitalize="none"
      />
      <TextField
        {...form.field('newPassword', { label: t.new })}
        type={type}
        autocomplete="new-password"
        autocapitalize="none"
        hint={t.newHint}
      />
      <Checkbox label={t.show} checked={isVisible} onChange={setVisible} />
      <p class="ui-small ui-muted">{t.staysSignedIn}</p>
      <div class="ui-row ui-end">
        <CancelButton onClick={close} />
        <Button variant="primary" type="submit" busy={form.busy} disabled={seconds > 0}>
          {seconds > 0 ? signIn.wait({ seconds }) : t.submit}
        </Button>
      </div>
    </form>
  );
}
