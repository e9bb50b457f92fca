import { Button } from '@inlay/ui/controls/button';
import { heldBack } from '@inlay/ui/form/leave-guard';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { useMessages } from '../messages.ts';
import { lazy } from '../parts/page/lazy.tsx';
import { beginSession, me, SESSION_MARK, signOut } from '../session/session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { confirmSession, signInAgain } from '../session/waiting-requests.ts';
import { Palette } from './palette.tsx';
import { paletteOpen } from './palette-open.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const ConfirmSession = lazy(
  async () => (await import('../session/second-factors/confirm-session.tsx')).ConfirmSession,
  3,
);

/** What opens over any screen. */
export function Overlays(): VNode {
  return (
    <>
      {paletteOpen.value && <Palette />}
      <LeaveDialog />
      <ShortcutsDialog />
      <ConfirmSessionDialog />
      <SignInAgainDialog />
    </>
  );
}

/** Covers the page without changing it, so that no input is lost. */
function SignInAgainDialog(): VNode | null {
  const { account } = useMessages('admin');
  const t = useMessages('signIn');
  const isOpen = signInAgain.isOpen.value && !!me.value;
  useSignInElsewhere(isOpen, () => void beginSession().catch(console.warn));
  if (!isOpen || !me.value) return null;
  return (
    <Dialog title={t.ended} onClose={() => void signOut()} closeLabel={account.signOut}>
      <p class="ui-muted">{t.endedText}</p>
      <SignIn username={me.value.username} />
    </Dialog>
  );
}

/** Before secrets are shown and keys created. The request that needs it waits. */
function ConfirmSessionDialog(): VNode | null {
  const t = useMessages('signIn').confirm;
  const isOpen = confirmSession.isOpen.value;
  useSignInElsewhere(isOpen, confirmSession.end);
  if (!isOpen) return null;
  // The requests fail, which is no problem to report: nothing was changed, and nothing is lost.
  const cancel = () => confirmSession.end(new ApiError(0, t.canceled, 0, undefined, 'CANCELED'));
  return (
    <Dialog title={t.title} onClose={cancel}>
      <p class="ui-muted">{t.text}</p>
      <ConfirmSession />
    </Dialog>
  );
}

/** Goes on once the user has signed in in another tab, as they do with an identity provider. */
function useSignInElsewhere(isOpen: boolean, onSignIn: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === SESSION_MARK && newValue !== null) onSignIn();
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [isOpen]);
}

function LeaveDialog(): VNode | null {
  const t = useMessages('palette').leave;
  const held = heldBack.value;
  if (held === undefined) return null;
  const stay = () => {
    heldBack.value = undefined;
  };
  return (
    <Dialog title={t.title} onClose={stay}>
      <p>{held.says}</p>
      <div class="ui-row ui-end">
        <Button
          variant="danger"
          onClick={() => {
            stay();
            held.go();
          }}
        >
          {t.leave}
        </Button>
        <Button variant="primary" autofocus onClick={stay}>
          {t.stay}
        </Button>
      </div>
    </Dialog>
  );
}
