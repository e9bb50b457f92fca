import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../api/api-error.ts';
import { BlockedNotice } from './blocked-notice.tsx';
import { signIn } from './session.ts';
import { useCountdown } from './use-countdown.ts';

interface SignInFormProps {
  readonly username?: string;
  /** What can be fetched for the page behind as soon as there is a session. */
  readonly meanwhile?: () => void;
}

/** Username and password. While the username is blocked it counts down, and says when to try again. */
export function SignInForm({ username: known, meanwhile }: SignInFormProps): VNode {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [seconds, count] = useCountdown();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    setError(undefined);
    try {
      await signIn(String(typed.get('username')), String(typed.get('password')), meanwhile);
    } catch (thrown) {
      const refused = asApiError(thrown);
      setError(refused);
      if (refused.status === 429) count(refused.retryAfter || 60);
      if (!field.current) return;
      field.current.value = '';
      field.current.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    // Sent by the browser itself, the password would be in an address: not with this method.
    <form class="stack" method="post" onSubmit={submit}>
      {seconds > 0 && <BlockedNotice message={error?.message} seconds={seconds} />}
      {error && error.status !== 429 && <Notice tone="bad">{error.message}</Notice>}
      <Field label="Username">
        <input
          class="ui-input"
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          readOnly={known !== undefined}
          defaultValue={known}
        />
      </Field>
      <Field label="Password">
        <input
          ref={field}
          class="ui-input"
          type="password"
          name="password"
          autocomplete="current-password"
          required
        />
      </Field>
      <Button variant="primary" type="submit" busy={busy} disabled={seconds > 0} wide>
        {seconds > 0 ? `Wait ${seconds} s` : 'Sign in'}
      </Button>
    </form>
  );
}
