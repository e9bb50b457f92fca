import { Button } from '@inlay/ui/controls/button';
import { heldBack } from '@inlay/ui/form/leave-guard';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';
import { PasswordDialog } from '../session/password-dialog.tsx';
import { me, signOut } from '../session/session.ts';
import { sessionEnded } from '../session/sign-in-again.ts';
import { SignInForm } from '../session/sign-in-form.tsx';
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
      <PasswordDialog />
      <SignInAgainDialog />
    </>
  );
}

/** Covers the page without changing it, so that no input is lost. */
function SignInAgainDialog(): VNode | null {
  const { account, signIn: t } = useMessages('admin');
  if (!sessionEnded.value || !me.value) return null;
  return (
    <Dialog title={t.ended} onClose={() => void signOut()} closeLabel={account.signOut}>
      <p class="ui-muted">{t.endedText}</p>
      <SignInForm username={me.value.username} />
    </Dialog>
  );
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
