import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { fetchOtherViews, fetchView } from '../routes.ts';
import { Mark } from '../shell/mark.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage(): VNode {
  // While somebody types, what comes behind the password is fetched.
  useEffect(() => void fetchOtherViews(), []);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark />
        <h1>Sign in</h1>
        <p class="muted">to {location.host}</p>
        <SignInForm meanwhile={fetchView} />
        <p class="small muted">
          Lost your password? Another administrator can set a new one, or whoever runs the server can, with{' '}
          <code>inlay user reset-password</code>.
        </p>
      </div>
    </main>
  );
}
