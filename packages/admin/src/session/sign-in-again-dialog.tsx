import { Dialog } from '@inlay/ui/dialog';
import type { VNode } from 'preact';
import { me, signOut } from './session.ts';
import { sessionEnded } from './sign-in-again.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Lies over the page and changes nothing of it. */
export function SignInAgainDialog(): VNode | null {
  if (!sessionEnded.value || !me.value) return null;
  return (
    <Dialog title="Your session has ended" onClose={() => void signOut()} closeLabel="Sign out">
      <p class="muted">Sign in again to go on. What you typed is still here.</p>
      <SignInForm username={me.value.username} />
    </Dialog>
  );
}
