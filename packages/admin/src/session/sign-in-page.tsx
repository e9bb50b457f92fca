import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useMessages } from '../messages.ts';
import { Mark } from '../shell/mark.tsx';
import { SignIn } from './sign-in.tsx';

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
        <SignIn meanwhile={meanwhile} />
      </div>
    </main>
  );
}
