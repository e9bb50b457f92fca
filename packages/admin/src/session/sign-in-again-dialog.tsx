import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';
import { me, signOut } from './session.ts';
import { sessionEnded } from './sign-in-again.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Covers the page without changing it, so that no input is lost. */
export function SignInAgainDialog(): VNode | null {
  const { account, signIn: t } = useMessages('admin');
  if (!sessionEnded.value || !me.value) return null;
  return (
    <Dialog title={t.ended} onClose={() => void signOut()} closeLabel={account.signOut}>
      <p class="ui-muted">{t.endedText}</p>
      <SignInForm username={me.value.username} />
    </Dialog>
  );
}
