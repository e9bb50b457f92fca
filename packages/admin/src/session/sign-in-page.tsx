import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useMessages } from '../messages.ts';
import { Rich } from '../parts/rich.tsx';
import { fetchOtherScreens, prefetchScreen } from '../prefetch-screens.ts';
import { Mark } from '../shell/mark.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage(): VNode {
  const t = useMessages('admin').signIn;
  // While the user types, the files needed after signing in are fetched.
  useEffect(() => void fetchOtherScreens(), []);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark />
        <h1>{t.title}</h1>
        <p class="muted">{t.to({ host: location.host })}</p>
        <SignInForm meanwhile={prefetchScreen} />
        <p class="small muted">
          <Rich text={t.lostPassword} parts={{ command: <code>inlay user reset-password</code> }} />
        </p>
      </div>
    </main>
  );
}
