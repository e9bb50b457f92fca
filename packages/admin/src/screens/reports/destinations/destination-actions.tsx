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
  const t = useMessages('reportAdmin').destinations;
  const leave = useLeave();
  const { id, name, kind } = destination;
  return (
    <>
      <TestSection destination={destination} />
      {kind === 'webhook' && <SecretSection destination={destination} />}
      <div class="ui-row">
        <ConfirmButton
          label={t.delete}
          title={t.deleteTitle({ name })}
          action={t.deleteAction}
          onConfirm={async () => {
            await api.delete('/report-destinations/{id}', { path: { id } });
            showToast(t.deleted({ name }));
            leave(onDeleted);
          }}
        >
          {t.deleteText}
        </ConfirmButton>
      </div>
    </>
  );
}

type SectionProps = Pick<DestinationActionsProps, 'destination'>;

function TestSection({ destination: { id, host } }: SectionProps): VNode {
  const t = useMessages('reportAdmin').destinations;
  const [outcome, setOutcome] = useState<DestinationTest>();
  const { busy, error, run } = useTask();
  const test = () =>
    run(async () => {
      setOutcome(undefined);
      setOutcome(await api.post('/report-destinations/{id}/test', { path: { id } }));
    });
  return (
    <section class="ui-stack-tight" aria-label={t.testing}>
      <div>
        <Button busy={busy} onClick={() => void test()}>
          {t.test}
        </Button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {outcome?.sent && (
        <Notice tone="good" title={t.tested}>
          {t.testedText({ host })}
        </Notice>
      )}
      {outcome?.sent === false && (
        <Notice tone="bad" title={t.testFailed}>
          {outcome.problem}
        </Notice>
      )}
    </section>
  );
}

function SecretSection({ destination: { id, name } }: SectionProps): VNode {
  const { destinations: t, secret: texts } = useMessages('reportAdmin');
  const [secret, setSecret] = useState<string>();
  return (
    <section class="ui-stack-tight" aria-label={t.secret}>
      <h3>{t.secret}</h3>
      <p class="ui-small ui-muted">{t.secretText}</p>
      {secret !== undefined && <SecretShown key={secret} title={t.copyNow({ name })} secret={secret} />}
      <div class="ui-row">
        <ConfirmButton
          label={texts.regenerate}
          title={texts.title}
          action={texts.regenerate}
          onConfirm={async () => {
            const created = await api.post('/report-destinations/{id}/secret', { path: { id } });
            setSecret(created.secret);
          }}
        >
          {texts.text}
        </ConfirmButton>
      </div>
    </section>
  );
}
