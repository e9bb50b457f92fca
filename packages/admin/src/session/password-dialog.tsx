import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { Checkbox } from '@inlay/ui/checkbox';
import { Dialog } from '@inlay/ui/dialog';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { showToast } from '@inlay/ui/toast';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api/ask.ts';
import { asApiError } from '../api/use-answer.ts';
import { useTask } from '../parts/use-task.ts';
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
  const [typed, setTyped] = useState({ currentPassword: '', newPassword: '' });
  const [shown, setShown] = useState(false);
  const [seconds, count] = useCountdown();
  const { busy, error, run } = useTask();
  const form = useRef<HTMLFormElement>(null);
  const saved = useUnsaved(typed.currentPassword !== '' || typed.newPassword !== '');
  const wrong = error?.problems[0]?.path.slice(1);
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  }, [error, wrong]);
  const change = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      await ask('POST', 'me/password', typed).catch((thrown: unknown) => {
        const refused = asApiError(thrown);
        if (refused.status === 429) count(refused.retryAfter || 60);
        throw refused;
      });
      saved();
      close();
      showToast('Your password is changed. All other sessions are signed out.');
    });
  };
  const type = shown ? 'text' : 'password';
  const password = (name: 'currentPassword' | 'newPassword', more: object) => (
    <input
      class="ui-input"
      name={name}
      required
      spellcheck={false}
      autocapitalize="none"
      value={typed[name]}
      onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
      {...more}
    />
  );
  const problemOf = (name: keyof typeof typed) => {
    const problem = error?.problems.find(({ path }) => path === `/${name}`)?.problem;
    return problem && `It ${problem}.`;
  };
  return (
    <form ref={form} class="stack" method="post" onSubmit={change}>
      {/* Says to a password manager whose password it is. */}
      <input hidden readOnly name="username" autocomplete="username" value={username} />
      {seconds > 0 && <BlockedNotice message={error?.message} seconds={seconds} />}
      {error && !wrong && error.status !== 429 && <Notice tone="bad">{error.message}</Notice>}
      <Field label="Current password" error={problemOf('currentPassword')}>
        {password('currentPassword', { type, autocomplete: 'current-password' })}
      </Field>
      <Field
        label="New password"
        hint="8 to 256 characters, any of them. A long sentence is better than a short riddle."
        error={problemOf('newPassword')}
      >
        {password('newPassword', { type, autocomplete: 'new-password', minLength: 8 })}
      </Field>
      <Checkbox label="Show what I type" checked={shown} onChange={setShown} />
      <p class="small muted">You stay signed in here. Every other session of yours ends.</p>
      <div class="row end">
        <CancelButton onClick={close} />
        <Button variant="primary" type="submit" busy={busy} disabled={seconds > 0}>
          {seconds > 0 ? `Wait ${seconds} s` : 'Change the password'}
        </Button>
      </div>
    </form>
  );
}
