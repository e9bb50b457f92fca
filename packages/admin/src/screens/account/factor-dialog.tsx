import { Notice } from '@inlay/ui/layout/notice';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { postInSession } from '../../session/second-factors/post.ts';
import { RecoveryCodes } from '../../session/second-factors/recovery-codes.tsx';
import { TotpSetUp } from '../../session/second-factors/totp-set-up.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';

export interface FactorDialogProps {
  /** What it adds, or the recovery codes that it shows. */
  readonly dialog: 'passkey' | 'totp' | 'another-totp' | readonly string[];
  readonly onClose: () => void;
  /** With recovery codes, if there were none. */
  readonly onAdded: (codes: readonly string[]) => void;
}

/** What it needs is loaded when somebody adds a second factor, which few visits do. */
export function FactorDialog({ dialog, onClose, onAdded }: FactorDialogProps): VNode {
  const t = useMessages('access').factors;
  const { recovery } = useMessages('signIn');
  if (typeof dialog === 'object')
    return (
      <Dialog title={recovery.title} onClose={onClose}>
        <RecoveryCodes codes={dialog} onDone={async () => onClose()} />
      </Dialog>
    );
  if (dialog === 'passkey') return <AddPasskeyDialog onClose={onClose} onAdded={onAdded} />;
  // A former app works until the new one has proved itself.
  const isReplaced = dialog === 'another-totp';
  return (
    <Dialog title={isReplaced ? t.replaceTotp : t.addTotp} onClose={onClose}>
      {isReplaced && <Notice tone="neutral">{t.replaceTotpText}</Notice>}
      <TotpSetUp url="/api/v0/me/totp" post={postInSession} onCanceled={onClose} onDone={onAdded} />
    </Dialog>
  );
}
