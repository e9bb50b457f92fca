import type { ApiKey, CreatedApiKey } from '@inlay/protocol/api-key';
import { Button } from '@inlay/ui/controls/button';
import { Select } from '@inlay/ui/controls/select';
import { useForm } from '@inlay/ui/form/use-form';
import { useLeave } from '@inlay/ui/form/use-unsaved';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { ConfirmButton } from '../../parts/form/confirm-button.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { Rich } from '../../parts/text/rich.tsx';

interface ApiKeyActionsProps {
  readonly apiKey: ApiKey;
  readonly onDone: (issued?: CreatedApiKey) => void;
}

export function ApiKeyActions({ apiKey, onDone }: ApiKeyActionsProps): VNode {
  const t = useMessages('tenant').apiKeys;
  const [isRotating, setRotating] = useState(false);
  const leave = useLeave();
  const { id, name, previous } = apiKey;
  return (
    <section class="ui-card" aria-label={t.key}>
      <p class="ui-small ui-muted">
        <Rich text={t.beginsWith} parts={{ prefix: <code>{apiKey.prefix}…</code> }} />
        {previous && (
          <>
            {' '}
            <Rich
              text={t.previous}
              parts={{ prefix: <code>{previous.prefix}…</code>, time: <Moment at={previous.expiresAt} /> }}
            />
          </>
        )}
      </p>
      <div class="ui-row">
        <Button onClick={() => setRotating(true)}>{t.rotate}</Button>
        <ConfirmButton
          label={t.revoke}
          title={t.revokeTitle({ name })}
          action={t.revokeKey}
          onConfirm={async () => {
            await api.delete('/api-keys/{id}', { path: { id } });
            showToast(t.revoked({ name }));
            leave(() => onDone());
          }}
        >
          {t.revokeText}
        </ConfirmButton>
      </div>
      {isRotating && (
        <RotateDialog
          apiKey={apiKey}
          onClose={() => setRotating(false)}
          onDone={(issued) => leave(() => onDone(issued))}
        />
      )}
    </section>
  );
}

interface RotateDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onDone: (issued: CreatedApiKey) => void;
}

function RotateDialog({ apiKey, onClose, onDone }: RotateDialogProps): VNode {
  const t = useMessages('tenant').apiKeys;
  return (
    <FormDialog
      title={t.rotateTitle({ name: apiKey.name })}
      action={t.rotateKey}
      onClose={onClose}
      useFields={() =>
        useForm({
          initial: { overlap: '24' },
          confirmLeave: false,
          save: ({ overlap }) =>
            api.post('/api-keys/{id}/rotate', {
              path: { id: apiKey.id },
              body: { overlapHours: Number(overlap) },
            }),
          onSaved: onDone,
        })
      }
    >
      {(form) => (
        <>
          <p>{t.rotateText}</p>
          <Select
            {...form.field('overlap', { label: t.previousExpires })}
            options={[
              { value: '0', label: t.immediately },
              { value: '1', label: t.afterHour },
              { value: '24', label: t.afterDay },
              { value: '168', label: t.afterWeek },
            ]}
          />
        </>
      )}
    </FormDialog>
  );
}
