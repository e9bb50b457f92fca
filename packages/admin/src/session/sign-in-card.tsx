import type { VNode } from 'preact';
import { Mark } from '../shell/mark.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SignInCardProps {
  readonly host: string;
  readonly meanwhile?: () => void;
}

/** The page of the sign-in. The build draws it too, so that it can be typed into before the app is there. */
export function SignInCard({ host, meanwhile }: SignInCardProps): VNode {
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <Mark />
        <h1>Sign in</h1>
        <p class="muted">
          to <span data-host>{host}</span>
        </p>
        <SignInForm {...(meanwhile && { meanwhile })} />
        <p class="small muted">
          Lost your password? Another administrator can set a new one, or whoever runs the server can, with{' '}
          <code>inlay user reset-password</code>.
        </p>
      </div>
    </main>
  );
}
