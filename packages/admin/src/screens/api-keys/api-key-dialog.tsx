import type { ApiKey, CreatedApiKey } from '@inlay/protocol/api-key';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { Changeable } from '../../parts/form/changeable.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
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
  const { data: apiKey, error, reload } = useSnapshot(apiKeyQuery(id));
  return (
    <Dialog title={apiKey?.name ?? t.key} onClose={props.onClose} side>
      {error && <Trouble error={error} onRetry={reload} />}
      {!apiKey && !error && <Skeleton lines={6} />}
      {apiKey && <Opened apiKey={apiKey} {...props} />}
    </Dialog>
  );
}

type OpenedProps = Omit<ApiKeyDialogProps, 'id'> & { readonly apiKey: ApiKey };

function Opened({ apiKey, onClose, onDone }: OpenedProps): VNode {
  return (
    <Changeable needs="keys:write">
      <ApiKeyForm apiKey={apiKey} onClose={onClose} onDone={onDone} />
      <ApiKeyActions apiKey={apiKey} onDone={onDone} />
    </Changeable>
  );
}
