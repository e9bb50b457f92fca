import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useMessages } from '../messages.ts';
import { lazy } from '../parts/page/lazy.tsx';
import { Mark } from '../shell/mark.tsx';
import { signInFailure } from './session.ts';
import { SignIn } from './sign-in.tsx';

const FailureNotice = lazy(async () => (await import('./load-other-ways.ts')).loadFailureNotice(), 1);

interface SignInPageProps {
  /** Fetches the file needed after signing in, while the user types. */
  readonly onShown: () => void;
  /** Fetches the screen as soon as there is a session. */
  readonly meanwhile: () => void;
}

export function SignInPage({ onShown, meanwhile }: SignInPageProps): VNode {
  const t = useMessages('admin').signIn;
  useEffect(onShown, []);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark />
        <h1>{t.title}</h1>
        <p class="ui-muted">{t.to({ host: location.host })}</p>
        {signInFailure && <FailureNotice code={signInFailure} />}
        <SignIn meanwhile={meanwhile} />
      </div>
    </main>
  );
}
