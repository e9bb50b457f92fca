import { OwnPasswordChange } from '@inlay/protocol/user';
import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { Checkbox } from '@inlay/ui/checkbox';
import { Dialog } from '@inlay/ui/dialog';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/notice';
import { TextField } from '@inlay/ui/text-field';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../api/api.ts';
import { asApiError } from '../api/api-error.ts';
import { BlockedNotice } from './blocked-notice.tsx';
import { passwordOpen } from './password-open.ts';
import { me } from './session.ts';
import { useCountdown } from './use-countdown.ts';

const close = () => {
  passwordOpen.value = false;
};

/** Where people change their own password, and stay signed in. */
export function PasswordDialog(): VNode | null {
  if (!passwordOpen.value || !me.value) return null;
  return (
    <Dialog title="Change your password" onClose={close}>
      <PasswordForm username={me.value.username} />
    </Dialog>
  );
}

function PasswordForm({ username }: { readonly username: string }): VNode {
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
      showToast('Your password is changed. All other sessions are signed out.');
    },
  });
  const type = isVisible ? 'text' : 'password';
  return (
    <form class="stack" method="post" {...form.props}>
      {/* Says to a password manager whose password it is. */}
      <input hidden readOnly name="username" autocomplete="username" value={username} />
      {seconds > 0 && <BlockedNotice message={form.error} seconds={seconds} />}
      {form.error && !isBlocked && <Notice tone="bad">{form.error}</Notice>}
      <TextField
        {...form.field('currentPassword')}
        type={type}
        autocomplete="current-password"
        autocapitalize="none"
      />
      <TextField
        {...form.field('newPassword')}
        type={type}
        autocomplete="new-password"
        autocapitalize="none"
        hint="8 to 256 characters, any of them. A long sentence is better than a short riddle."
      />
      <Checkbox label="Show what I type" checked={isVisible} onChange={setVisible} />
      <p class="small muted">You stay signed in here. Every other session of yours ends.</p>
      <div class="row end">
        <CancelButton onClick={close} />
        <Button variant="primary" type="submit" busy={form.busy} disabled={seconds > 0}>
          {seconds > 0 ? `Wait ${seconds} s` : 'Change the password'}
        </Button>
      </div>
    </form>
  );
}
