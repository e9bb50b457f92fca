import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { fetchOtherScreens, prefetchScreen } from '../prefetch-screens.ts';
import { Mark } from '../shell/mark.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage(): VNode {
  // While the user types, the files needed after signing in are fetched.
  useEffect(() => void fetchOtherScreens(), []);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark />
        <h1>Sign in</h1>
        <p class="muted">to {location.host}</p>
        <SignInForm meanwhile={prefetchScreen} />
        <p class="small muted">
          Lost your password? Another administrator can set a new one, or whoever runs the server can, with{' '}
          <code>inlay user reset-password</code>.
        </p>
      </div>
    </main>
  );
}
