import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useMessages } from '../messages.ts';
import { Rich } from '../parts/text/rich.tsx';
import { Mark } from '../shell/mark.tsx';
import { SignInForm } from './sign-in-form.tsx';

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
        <SignInForm meanwhile={meanwhile} />
        <p class="ui-small ui-muted">
          <Rich text={t.lostPassword} parts={{ command: <code>inlay user reset-password</code> }} />
        </p>
      </div>
    </main>
  );
}
