import type { MailSettings, MailTest } from '@inlay/protocol/mail-settings';
import { Button } from '@inlay/ui/controls/button';
import { Badge } from '@inlay/ui/layout/badge';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { Rich } from '../../parts/text/rich.tsx';

interface StateSectionProps {
  readonly settings: MailSettings;
  /** Tests use what is saved. */
  readonly isDirty: boolean;
  readonly onTested: () => void;
}

/** Whether emails can be sent, and a way to try it. */
export function StateSection({ settings, isDirty, onTested }: StateSectionProps): VNode {
  const { state: t, test: tests } = useMessages('tenant').mail;
  const { canSend, waiting } = settings;
  const [outcome, setOutcome] = useState<MailTest>();
  const { busy, error, run } = useTask();
  // What was tested is no longer what is set.
  useEffect(() => setOutcome(undefined), [JSON.stringify({ ...settings, waiting: 0, failures: [] })]);
  const test = () =>
    run(async () => {
      setOutcome(undefined);
      setOutcome(await api.post('/mail-settings/test'));
      onTested();
    });
  return (
    <section class="ui-card" aria-label={t.title}>
      <div class="ui-card-head">
        <div>
          <div class="ui-row">
            <h2>{t.title}</h2>
            <Badge tone={canSend ? 'good' : 'neutral'}>{canSend ? t.on : t.off}</Badge>
          </div>
          <p class="ui-muted">
            <Sender settings={settings} />
          </p>
          {waiting > 0 && <p class="ui-small ui-muted">{t.waiting({ count: waiting })}</p>}
        </div>
        {canSend && (
          <Button busy={busy} disabled={isDirty} onClick={() => void test()}>
            {tests.send}
          </Button>
        )}
      </div>
      {canSend && isDirty && <p class="ui-small ui-muted">{tests.saveFirst}</p>}
      {error && <Notice tone="bad">{error.message}</Notice>}
      {outcome && <Outcome outcome={outcome} />}
    </section>
  );
}

function Sender({ settings }: { readonly settings: MailSettings }): VNode {
  const t = useMessages('tenant').mail.state;
  const { useOwnServer, host, senderAddress, instanceSender } = settings;
  if (useOwnServer)
    return (
      <Rich
        text={t.byOwn}
        parts={{ host: <strong>{host}</strong>, address: <strong>{senderAddress}</strong> }}
      />
    );
  if (instanceSender === null) return <>{t.none}</>;
  return <Rich text={t.byInstance} parts={{ address: <strong>{instanceSender}</strong> }} />;
}

function Outcome({ outcome: { sent, recipient, problem } }: { readonly outcome: MailTest }): VNode {
  const t = useMessages('tenant').mail.test;
  if (sent)
    return (
      <Notice tone="good" title={t.sent({ address: recipient })}>
        {t.sentText}
      </Notice>
    );
  return (
    <Notice tone="bad" title={t.failed}>
      {problem}
    </Notice>
  );
}
