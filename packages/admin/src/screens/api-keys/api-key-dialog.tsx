import type { CreatedApiKey } from '@inlay/protocol/api-key';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { Changeable } from '../../parts/form/changeable.tsx';
import { RecordDialog } from '../../parts/page/record-dialog.tsx';
import { ApiKeyActions } from './api-key-actions.tsx';
import { ApiKeyForm } from './api-key-form.tsx';
import { apiKeyQuery } from './queries.ts';

interface ApiKeyDialogProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
  /** With the key if there is a new one to show. */
  readonly onDone: (issued?: CreatedApiKey) => void;
}

export function ApiKeyDialog({ id, ...props }: ApiKeyDialogProps): VNode {
  const t = useMessages('tenant').apiKeys;
  if (id !== undefined) return <EditDialog id={id} {...props} />;
  return (
    <Dialog title={t.create} onClose={props.onClose} side>
      <ApiKeyForm {...props} />
    </Dialog>
  );
}

function EditDialog({ id, ...props }: ApiKeyDialogProps & { readonly id: string }): VNode {
  const t = useMessages('tenant').apiKeys;
  const query = useSnapshot(apiKeyQuery(id));
  return (
    <RecordDialog query={query} title={query.data?.name ?? t.key} lines={6} onClose={props.onClose}>
      {(apiKey) => (
        <Changeable needs="keys:write">
          <ApiKeyForm apiKey={apiKey} {...props} />
          <ApiKeyActions apiKey={apiKey} onDone={props.onDone} />
        </Changeable>
      )}
    </RecordDialog>
  );
}
