import { type Passkey, PasskeyChangeSchema } from '@inlay/protocol/second-factor';
import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { ConfirmButton } from '../../parts/form/confirm-button.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { Breakable } from '../../parts/text/breakable.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { Rich } from '../../parts/text/rich.tsx';

interface PasskeyItemProps {
  readonly passkey: Passkey;
  /** Whether it cannot be removed. */
  readonly isLast: boolean;
  readonly reload: () => void;
}

export function PasskeyItem({ passkey, isLast, reload }: PasskeyItemProps): VNode {
  const t = useMessages('access').factors;
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <li>
      <div>
        <strong>
          <Breakable text={name} />
        </strong>
        <p class="ui-small ui-muted">{isSynced ? t.synced : t.onDevice}</p>
        <p class="ui-small ui-muted">
          <Rich text={t.added} parts={{ time: <Moment at={createdAt} /> }} />
          {' · '}
          {lastUsedAt ? <Rich text={t.lastUsed} parts={{ time: <Moment at={lastUsedAt} /> }} /> : t.neverUsed}
        </p>
      </div>
      <div class="ui-row">
        <Button label={t.renameOf({ name })} onClick={() => setRenaming(true)}>
          {t.rename}
        </Button>
        <ConfirmButton
          label={t.remove}
          longLabel={t.removeOf({ name })}
          title={t.removePasskeyTitle({ name })}
          action={t.removeNow}
          disabled={isLast}
          onConfirm={async () => {
            await api.delete('/me/passkeys/{id}', { path: { id } });
            reload();
            showToast(t.removed);
          }}
        >
          {t.removePasskeyText}
        </ConfirmButton>
      </div>
      {isRenaming && <RenameDialog passkey={passkey} reload={reload} onClose={() => setRenaming(false)} />}
    </li>
  );
}

interface RenameDialogProps {
  readonly passkey: Passkey;
  readonly reload: () => void;
  readonly onClose: () => void;
}

function RenameDialog({ passkey: { id, name }, reload, onClose }: RenameDialogProps): VNode {
  const { factors: t } = useMessages('access');
  const { save } = useMessages('admin').actions;
  return (
    <FormDialog
      title={t.renameTitle}
      action={save}
      needsChange
      onClose={onClose}
      useFields={() =>
        useForm({
          schema: PasskeyChangeSchema,
          initial: { name },
          save: (body) => api.patch('/me/passkeys/{id}', { path: { id }, body }),
          onSaved: () => {
            reload();
            onClose();
          },
        })
      }
    >
      {(form) => <TextField {...form.field('name', { label: t.name })} />}
    </FormDialog>
  );
}
