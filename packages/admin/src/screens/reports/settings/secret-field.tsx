import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { useMessages } from '../../../messages.ts';
import { ConfirmButton } from '../../../parts/form/confirm-button.tsx';
import { useTask } from '../../../parts/form/use-task.ts';
import { SecretShown } from '../secret-shown.tsx';

interface SecretFieldProps {
  readonly hasSecret: boolean;
  /** There is another secret now. */
  readonly onSecret: () => void;
}

/** The secret that signs requests to the endpoint of the tenant. It is saved at once, not with the form. */
export function SecretField({ hasSecret, onSecret }: SecretFieldProps): VNode {
  const t = useMessages('reportAdmin').secret;
  const [secret, setSecret] = useState<string>();
  const { busy, error, run } = useTask();
  const generate = async () => {
    setSecret((await api.post('/report-settings/secret')).secret);
    onSecret();
  };
  return (
    <div class="ui-stack-tight">
      <div class="ui-field">
        <span class="ui-field-label">{t.name}</span>
        {secret === undefined && <span class="ui-field-hint">{hasSecret ? t.some : t.none}</span>}
      </div>
      {secret !== undefined && (
        <SecretShown key={secret} title={t.copyNow} secret={secret} variable="INLAY_REPORT_SECRET" />
      )}
      <div class="ui-row">
        {hasSecret || secret !== undefined ? (
          <ConfirmButton label={t.regenerate} title={t.title} action={t.regenerate} onConfirm={generate}>
            {t.text}
          </ConfirmButton>
        ) : (
          <Button busy={busy} onClick={() => void run(generate)}>
            {t.generate}
          </Button>
        )}
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
    </div>
  );
}
