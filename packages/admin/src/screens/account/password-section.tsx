import { OwnPasswordChange } from '@inlay/protocol/user';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { asApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';
import { BlockedNotice } from '../../session/blocked-notice.tsx';
import { me } from '../../session/session.ts';
import { countdownText, useCountdown } from '../../session/use-countdown.ts';

/** Changes the user's own password; this session continues. */
export function PasswordSection(): VNode {
  const t = useMessages('access').password;
  return (
    <section class="ui-card" aria-label={t.title}>
      <h2>{t.title}</h2>
      {me.value && <PasswordForm username={me.value.username} />}
    </section>
  );
}

const EMPTY = { currentPassword: '', newPassword: '' };

function PasswordForm({ username }: { readonly username: string }): VNode {
  const t = useMessages('access').password;
  const { wait } = useMessages('admin').signIn;
  const [isVisible, setVisible] = useState(false);
  const [seconds, count] = useCountdown();
  const [isBlocked, setBlocked] = useState(false);
  const form = useForm({
    schema: OwnPasswordChange,
    initial: EMPTY,
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
      form.restart(EMPTY);
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
      <div class="ui-row">
        <Button variant="primary" type="submit" busy={form.busy} disabled={seconds > 0}>
          {seconds > 0 ? wait({ time: countdownText(seconds) }) : t.submit}
        </Button>
      </div>
    </form>
  );
}
