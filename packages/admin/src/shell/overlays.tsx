import type { VNode } from 'preact';
import { PasswordDialog } from '../session/password-dialog.tsx';
import { SignInAgainDialog } from '../session/sign-in-again-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
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
