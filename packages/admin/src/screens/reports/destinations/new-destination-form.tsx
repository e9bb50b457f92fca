import {
  type CreatedDestination,
  DESTINATION_KINDS,
  type Destination,
  NewDestinationSchema,
} from '@inlay/protocol/report-settings';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { api } from '../../../api/api.ts';
import { allWorkspaces } from '../../../api/common-queries.ts';
import { itemsOf } from '../../../api/items-of.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { DialogForm } from '../../../parts/form/dialog-form.tsx';

const URL_EXAMPLES: Readonly<Record<Destination['kind'], string>> = {
  webhook: 'https://app.example.com/inlay-reports',
  slack: 'https://hooks.slack.com/services/…',
  teams: 'https://….logic.azure.com/workflows/…',
};

interface NewDestinationFormProps {
  readonly onClose: () => void;
  readonly onDone: (created: CreatedDestination) => void;
}

export function NewDestinationForm({ onClose, onDone }: NewDestinationFormProps): VNode {
  const t = useMessages('reportAdmin').destinations;
  const workspaces = itemsOf(useQuery(allWorkspaces));
  // Most tenants have one workspace.
  const only = workspaces?.length === 1 ? workspaces[0]?.id : undefined;
  const form = useForm({
    schema: NewDestinationSchema,
    initial: { name: '', kind: 'slack', workspaceId: only ?? '', url: '' },
    save: (values) => api.post('/report-destinations', { body: values }),
    onSaved: onDone,
  });
  const { kind } = form.values;
  return (
    <DialogForm form={form} action={t.add} onClose={onClose}>
      <Select
        {...form.field('kind', { label: t.kind })}
        options={DESTINATION_KINDS.map((value) => ({ value, label: t.kinds[value] }))}
      />
      <TextField {...form.field('name', { label: t.name })} hint={t.nameHint} placeholder={t.nameExample} />
      <Select
        {...form.field('workspaceId', { label: t.workspace })}
        hint={t.workspaceHint}
        options={
          workspaces && [
            ...(only === undefined ? [{ value: '', label: t.chooseWorkspace }] : []),
            ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
          ]
        }
      />
      <TextField
        {...form.field('url', { label: t.url })}
        mono
        hint={t.urlHints[kind]}
        placeholder={URL_EXAMPLES[kind]}
      />
    </DialogForm>
  );
}
