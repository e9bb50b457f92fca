import {
  type Destination,
  type DestinationChange,
  DestinationChangeSchema,
} from '@inlay/protocol/report-settings';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../../api/api.ts';
import { useNamed } from '../../../api/named.ts';
import { useMessages } from '../../../messages.ts';
import { DialogForm } from '../../../parts/form/dialog-form.tsx';
import { Facts } from '../facts.tsx';

interface DestinationFormProps {
  readonly destination: Destination;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Its URL is written, never read. */
export function DestinationForm({ destination, onClose, onSaved }: DestinationFormProps): VNode {
  const t = useMessages('reportAdmin').destinations;
  const { actions } = useMessages('admin');
  const workspaces = useNamed('workspaces');
  const { id, name, kind, workspaceId, host } = destination;
  const form = useForm({
    schema: DestinationChangeSchema,
    initial: { name } as DestinationChange,
    save: (_, body) => api.patch('/report-destinations/{id}', { path: { id }, body }),
    onSaved: (saved) => {
      showToast(t.saved({ name: saved.name }));
      onSaved();
    },
  });
  return (
    <DialogForm form={form} action={actions.save} disabled={!form.isDirty} onClose={onClose}>
      <Facts
        facts={[
          [t.kind, t.kinds[kind]],
          [t.workspace, workspaces.find((each) => each.id === workspaceId)?.name ?? workspaceId],
          [t.host, host],
        ]}
      />
      <TextField {...form.field('name', { label: t.name, required: true })} hint={t.nameHint} />
      <TextField
        {...form.field('url', { label: t.newUrl })}
        mono
        optional
        hint={t.urlStored}
        placeholder={`https://${host}/…`}
      />
    </DialogForm>
  );
}
