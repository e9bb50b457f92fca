import type { SentLink } from '@inlay/protocol/password-link';
import { Button } from '@inlay/ui/controls/button';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { useLeave, useUnsaved } from '@inlay/ui/form/use-unsaved';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { fullTime } from '../../parts/text/moment.tsx';

/** A link that could not be sent, to pass on. */
export interface LinkToPassOn extends Pick<SentLink, 'expiresAt'> {
  readonly username: string;
  readonly link: string;
}

interface LinkDialogProps {
  readonly toPassOn: LinkToPassOn;
  readonly onDone: () => void;
}

/** Shows it once: it lives in this component only. */
export function LinkDialog({ toPassOn, onDone }: LinkDialogProps): VNode {
  const t = useMessages('people').users.link;
  return (
    <Dialog title={t.title({ username: toPassOn.username })} onClose={onDone}>
      <ShownLink toPassOn={toPassOn} onDone={onDone} />
    </Dialog>
  );
}

function ShownLink({ toPassOn: { link, expiresAt }, onDone }: LinkDialogProps): VNode {
  const t = useMessages('people').users.link;
  const [copied, setCopied] = useState(false);
  const leave = useLeave();
  useUnsaved(!copied, t.notCopied);
  return (
    <div class="ui-stack">
      <p>{t.text}</p>
      <div class="secret">
        <div class="secret-line">
          <output aria-label={t.label}>{link}</output>
          <CopyButton text={link} name={t.label} variant="primary" onCopied={() => setCopied(true)} />
        </div>
        <p class="ui-small">{t.expires({ time: fullTime(expiresAt) })}</p>
      </div>
      <div class="ui-row ui-end">
        <Button onClick={() => leave(onDone)}>{t.done}</Button>
      </div>
    </div>
  );
}
