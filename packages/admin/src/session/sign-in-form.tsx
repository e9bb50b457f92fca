import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../api/ask.ts';
import { asApiError } from '../api/use-answer.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { signIn } from './session.ts';

interface SignInFormProps {
  readonly username?: string;
  /** What can be fetched for the page behind as soon as there is a session. */
  readonly meanwhile?: () => void;
}

/** Username and password. While the username is blocked it counts down, and says when to try again. */
export function SignInForm({ username: known, meanwhile }: SignInFormProps): VNode {
  const [username, setUsername] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [seconds, count] = useCountdown();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await signIn(username, password, meanwhile);
    } catch (thrown) {
      const refused = asApiError(thrown);
      setError(refused);
      if (refused.status === 429) count(refused.retryAfter || 60);
      setPassword('');
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form class="stack" onSubmit={submit}>
      {seconds > 0 && (
        <Notice tone="warning" title="Too many attempts">
          {error?.message} You can try again in{' '}
          <strong class="figures" role="timer">
            {seconds} s
          </strong>
          .
        </Notice>
      )}
      {error && error.status !== 429 && <Notice tone="bad">{error.message}</Notice>}
      <Field label="Username">
        <input
          class="input"
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          readOnly={known !== undefined}
          value={username}
          onInput={(event) => setUsername(event.currentTarget.value)}
        />
      </Field>
      <Field label="Password">
        <input
          ref={field}
          class="input"
          type="password"
          name="password"
          autocomplete="current-password"
          required
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </Field>
      <Button kind="main" type="submit" busy={busy} disabled={seconds > 0} wide>
        {seconds > 0 ? `Wait ${seconds} s` : 'Sign in'}
      </Button>
    </form>
  );
}

function useCountdown(): readonly [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (until <= Date.now()) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [Math.max(0, Math.ceil((until - now) / 1000)), start];
}
