import type { Destination, DestinationTest } from '@inlay/protocol/report-settings';
import { Button } from '@inlay/ui/controls/button';
import { useLeave } from '@inlay/ui/form/use-unsaved';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { useMessages } from '../../../messages.ts';
import { ConfirmButton } from '../../../parts/form/confirm-button.tsx';
import { useTask } from '../../../parts/form/use-task.ts';
import { SecretShown } from '../secret-shown.tsx';

interface DestinationActionsProps {
  readonly destination: Destination;
  readonly onDeleted: () => void;
}

/** A test message, another secret, and the end of it. */
export function DestinationActions({ destination, onDeleted }: DestinationActionsProps): VNode {
  const { destinations: t, secret: texts } = useMessages('reportAdmin');
  const leave = useLeave();
  const [outcome, setOutcome] = useState<DestinationTest>();
  const [secret, setSecret] = useState<string>();
  const { busy, error, run } = useTask();
  const { id, name, kind, host } = destination;
  const path = { id };
  const test = () =>
    run(async () => {
      setOutcome(undefined);
      setOutcome(await api.post('/report-destinations/{id}/test', { path }));
    });
  return (
    <>
      <div class="ui-row">
        <Button busy={busy} onClick={() => void test()}>
          {t.test}
        </Button>
        {kind === 'webhook' && (
          <ConfirmButton
            label={texts.regenerate}
            title={texts.title}
            action={texts.regenerate}
            onConfirm={async () =>
              setSecret((await api.post('/report-destinations/{id}/secret', { path })).secret)
            }
          >
            {texts.text}
          </ConfirmButton>
        )}
        <ConfirmButton
          label={t.delete}
          title={t.deleteTitle({ name })}
          action={t.deleteAction}
          onConfirm={async () => {
            await api.delete('/report-destinations/{id}', { path });
            showToast(t.deleted({ name }));
            leave(onDeleted);
          }}
        >
          {t.deleteText}
        </ConfirmButton>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {outcome && <TestOutcome outcome={outcome} host={host} />}
      {secret !== undefined && (
        <SecretShown
          key={secret}
          title={t.copyNow({ name })}
          secret={secret}
          variable="INLAY_WEBHOOK_SECRET"
        />
      )}
    </>
  );
}

interface TestOutcomeProps {
  readonly outcome: DestinationTest;
  readonly host: string;
}

function TestOutcome({ outcome: { sent, problem }, host }: TestOutcomeProps): VNode {
  const t = useMessages('reportAdmin').destinations;
  return (
    <Notice tone={sent ? 'good' : 'bad'} title={sent ? t.tested : t.testFailed}>
      {sent ? t.testedText({ host }) : problem}
    </Notice>
  );
}
