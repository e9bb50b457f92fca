import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { useUnsaved } from '@inlay/ui/form/use-unsaved';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { downloadText } from '../../parts/text/download-text.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => Promise<void>;
}

/** New recovery codes, shown once: they live in this component only. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps): VNode {
  const t = useMessages('signIn').recovery;
  const [isStored, setStored] = useState(false);
  const { busy, error, run } = useTask();
  useUnsaved(!isStored, t.notStored);
  const text = codes.join('\n');
  return (
    <div class="ui-stack">
      <p class="ui-muted">{t.text}</p>
      <ul class="recovery-codes" aria-label={t.title}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="ui-row">
        <CopyButton text={text} name={t.title} />
        <Button
          variant="ghost"
          onClick={() =>
            downloadText('recovery-codes.txt', `${t.fileTitle({ host: location.host })}\n\n${text}\n`)
          }
        >
          {t.download}
        </Button>
      </div>
      <Checkbox label={t.stored} checked={isStored} onChange={setStored} />
      {error && <Notice tone="bad">{error.message}</Notice>}
      <Button variant="primary" wide disabled={!isStored} busy={busy} onClick={() => void run(onDone)}>
        {t.continue}
      </Button>
    </div>
  );
}
