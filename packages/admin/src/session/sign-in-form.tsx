import type { SignInStep } from '@inlay/protocol/second-factor';
import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { asApiError } from '../api/api-error.ts';
import { useMessages } from '../messages.ts';
import { BlockedNotice } from './blocked-notice.tsx';
import { signIn } from './session.ts';
import { countdownText, useCountdown } from './use-countdown.ts';

interface SignInFormProps {
  readonly username?: string | undefined;
  /** Fetches what the page behind needs as soon as there is a session. */
  readonly meanwhile?: (() => void) | undefined;
  readonly onNext: (step: SignInStep) => Promise<void>;
}

/** Username and password. While the username is blocked, it counts down the seconds. */
export function SignInForm({ username: known, meanwhile, onNext }: SignInFormProps): VNode {
  const t = useMessages('admin').signIn;
  const [seconds, count] = useCountdown();
  const [isBlocked, setBlocked] = useState(false);
  const form = useForm({
    initial: { username: known ?? '', password: '' },
    confirmLeave: false,
    save: async ({ username, password }) => {
      setBlocked(false);
      try {
        const step = await signIn(username, password, meanwhile);
        if (step) await onNext(step);
      } catch (thrown) {
        const refused = asApiError(thrown);
        setBlocked(refused.status === 429);
        if (refused.status === 429) count(refused.retryAfter || 60);
        form.set({ password: '' });
        document.getElementById(passwordField.id)?.focus();
        throw refused;
      }
    },
  });
  const passwordField = form.field('password', { label: t.password, required: true });
  return (
    // POST, because a form that the browser itself sends would put the password into the address.
    <form class="ui-stack" method="post" {...form.props}>
      {seconds > 0 && <BlockedNotice message={form.error} seconds={seconds} />}
      {form.error && !isBlocked && <Notice tone="bad">{form.error}</Notice>}
      <TextField
        {...form.field('username', { label: t.username, required: true })}
        autocomplete="username"
        autocapitalize="none"
        readOnly={known !== undefined}
      />
      <TextField {...passwordField} type="password" autocomplete="current-password" />
      <Button variant="primary" type="submit" busy={form.busy} disabled={seconds > 0} wide>
        {seconds > 0 ? t.wait({ time: countdownText(seconds) }) : t.submit}
      </Button>
    </form>
  );
}
