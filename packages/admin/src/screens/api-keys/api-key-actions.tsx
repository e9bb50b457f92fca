import type { ApiKey, CreatedApiKey } from '@inlay/protocol/api-key';
import { Button } from '@inlay/ui/controls/button';
import { Select } from '@inlay/ui/controls/select';
import { useForm } from '@inlay/ui/form/use-form';
import { useLeave } from '@inlay/ui/form/use-unsaved';
import { Notice } from '@inlay/ui/layout/notice';
import { ConfirmDialog } from '@inlay/ui/overlays/confirm-dialog';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { Moment } from '../../parts/text/moment.tsx';
import { Rich } from '../../parts/text/rich.tsx';

interface ApiKeyActionsProps {
  readonly apiKey: ApiKey;
  readonly onDone: (issued?: CreatedApiKey) => void;
}

export function ApiKeyActions({ apiKey, onDone }: ApiKeyActionsProps): VNode {
  const t = useMessages('tenant').apiKeys;
  const [open, setOpen] = useState<'rotate' | 'revoke'>();
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
        <Button onClick={() => setOpen('rotate')}>{t.rotate}</Button>
        <Button variant="danger" onClick={() => setOpen('revoke')}>
          {t.revoke}
        </Button>
      </div>
      {open === 'rotate' && (
        <RotateDialog
          apiKey={apiKey}
          onClose={() => setOpen(undefined)}
          onDone={(issued) => leave(() => onDone(issued))}
        />
      )}
      {open === 'revoke' && (
        <ConfirmDialog
          title={t.revokeTitle({ name })}
          action={t.revokeKey}
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            await api.delete('/api-keys/{id}', { path: { id } });
            showToast(t.revoked({ name }));
            leave(() => onDone());
          }}
        >
          <p>{t.revokeText}</p>
        </ConfirmDialog>
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
  const { actions } = useMessages('admin');
  const form = useForm({
    initial: { overlap: '24' },
    confirmLeave: false,
    save: ({ overlap }) =>
      api.post('/api-keys/{id}/rotate', {
        path: { id: apiKey.id },
        body: { overlapHours: Number(overlap) },
      }),
    onSaved: onDone,
  });
  return (
    <Dialog
      title={t.rotateTitle({ name: apiKey.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{actions.cancel}</Button>
          <Button variant="primary" busy={form.busy} onClick={() => void form.submit()}>
            {t.rotateKey}
          </Button>
        </>
      }
    >
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
      {form.error && <Notice tone="bad">{form.error}</Notice>}
    </Dialog>
  );
}
