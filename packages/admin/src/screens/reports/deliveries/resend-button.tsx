import type { Delivery } from '@inlay/content/subscription';
import { Button } from '@inlay/ui/controls/button';
import { ConfirmDialog } from '@inlay/ui/overlays/confirm-dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { asApiError } from '../../../api/api-error.ts';
import { useMessages } from '../../../messages.ts';
import { describeError } from '../../../parts/text/describe-error.tsx';

interface ResendButtonProps {
  readonly delivery: Delivery;
  readonly onSent: () => void;
}

/** Sends a message again. It asks only where the first one may have arrived. */
export function ResendButton({ delivery, onSent }: ResendButtonProps): VNode {
  const t = useMessages('reportAdmin').deliveries;
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { id, title, state, kind } = delivery;
  const isUnknown = state === 'unknown';
  const recipient = delivery.recipient ?? t.theViewer;
  const resend = async () => {
    await api.post('/report-deliveries/{id}/resend', { path: { id } });
    showToast(kind === 'check' ? t.rechecked({ title }) : t.resent({ recipient }));
    onSent();
  };
  const resendNow = async () => {
    setBusy(true);
    await resend().catch((error: unknown) => showToast(asApiError(error).message, 'bad'));
    setBusy(false);
  };
  return (
    <>
      <Button
        label={kind === 'check' ? t.recheckOf({ title }) : t.resendTo({ title, recipient })}
        busy={isBusy}
        onClick={() => (isUnknown ? setAsking(true) : void resendNow())}
      >
        {isUnknown ? t.resendUnknown : kind === 'check' ? t.recheck : t.resend}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t.unknownTitle}
          action={t.unknownAction}
          describe={describeError}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await resend();
            setAsking(false);
          }}
        >
          <p>{t.unknownText({ recipient })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
