import { Button } from '@inlay/ui/controls/button';
import { heldBack } from '@inlay/ui/form/leave-guard';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useMessages } from '../messages.ts';
import { beginSession, me, SESSION_MARK, signOut } from '../session/session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { sessionEnded } from '../session/sign-in-again.ts';
import { Palette } from './palette.tsx';
import { paletteOpen } from './palette-open.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** What opens over any screen. */
export function Overlays(): VNode {
  return (
    <>
      {paletteOpen.value && <Palette />}
      <LeaveDialog />
      <ShortcutsDialog />
      <SignInAgainDialog />
    </>
  );
}

/** Covers the page without changing it, so that no input is lost. */
function SignInAgainDialog(): VNode | null {
  const { account } = useMessages('admin');
  const t = useMessages('signIn');
  const isOpen = sessionEnded.value && !!me.value;
  useEffect(() => (isOpen ? followOtherTabs() : undefined), [isOpen]);
  if (!isOpen || !me.value) return null;
  return (
    <Dialog title={t.ended} onClose={() => void signOut()} closeLabel={account.signOut}>
      <p class="ui-muted">{t.endedText}</p>
      <SignIn username={me.value.username} />
    </Dialog>
  );
}

/** Goes on once the user has signed in in another tab, as they do with an identity provider. */
function followOtherTabs(): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === SESSION_MARK && newValue !== null) beginSession().catch(console.warn);
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

function LeaveDialog(): VNode | null {
  const t = useMessages('admin').leave;
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
