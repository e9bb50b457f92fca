import { type ApiKey, type CreatedApiKey, NewApiKeySchema } from '@inlay/protocol/api-key';
import { ALL_PERMISSIONS, type Permission, WORKSPACE_PERMISSIONS } from '@inlay/protocol/permission';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { ChoiceField } from '@inlay/ui/controls/choice-field';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useNamed } from '../../api/named.ts';
import { useMessages } from '../../messages.ts';
import { DialogForm } from '../../parts/form/dialog-form.tsx';
import { can } from '../../session/can.ts';

interface ApiKeyFormProps {
  readonly apiKey?: ApiKey;
  readonly onClose: () => void;
  readonly onDone: (issued?: CreatedApiKey) => void;
}

const ofWorkspaces: readonly Permission[] = WORKSPACE_PERMISSIONS;

/** Creates a key, or changes what it may do. */
export function ApiKeyForm({ apiKey, onClose, onDone }: ApiKeyFormProps): VNode {
  const t = useMessages('tenant').apiKeys;
  const workspaces = useNamed('workspaces');
  const form = useForm({
    schema: NewApiKeySchema,
    initial: apiKey ?? { name: '', scopes: [], workspaces: null, networks: null, expiresAt: null },
    save: async (values, changes): Promise<CreatedApiKey | undefined> => {
      if (!apiKey) return api.post('/api-keys', { body: values });
      await api.patch('/api-keys/{id}', { path: { id: apiKey.id }, body: changes });
      return undefined;
    },
    onSaved: (issued) => {
      if (!issued) showToast(t.saved({ name: form.values.name }));
      onDone(issued);
    },
  });
  const { scopes = [], workspaces: chosen, networks, expiresAt } = form.values;
  const isOfWorkspaces = scopes.every((scope) => ofWorkspaces.includes(scope));
  const toggle = (scope: Permission, isChosen: boolean) => {
    const next = ALL_PERMISSIONS.filter((each) => (each === scope ? isChosen : scopes.includes(each)));
    const tenantWide = next.some((each) => !ofWorkspaces.includes(each));
    form.set({ scopes: next, ...(tenantWide ? { workspaces: null } : {}) });
  };
  return (
    <DialogForm
      form={form}
      action={apiKey ? t.save : t.create}
      disabled={scopes.length === 0 || (apiKey !== undefined && !form.isDirty)}
      isLong
      onClose={onClose}
    >
      <TextField {...form.field('name', { label: t.name })} hint={t.nameHint} placeholder={t.nameExample} />
      <fieldset class="ui-checkboxes">
        <legend class="ui-field-label">{t.scopes}</legend>
        <div class="ui-stack-tight">
          {ALL_PERMISSIONS.map((scope) => (
            <Checkbox
              key={scope}
              label={<code>{scope}</code>}
              hint={t.meanings[scope]}
              checked={scopes.includes(scope)}
              disabled={!can(scope)}
              onChange={(isChosen) => toggle(scope, isChosen)}
            />
          ))}
        </div>
      </fieldset>
      {workspaces.length > 1 && isOfWorkspaces && (
        <ChoiceField
          label={t.workspaces}
          hint={t.workspacesHint}
          optional
          value={chosen ?? []}
          options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => form.set({ workspaces: next.length > 0 ? next : null })}
        />
      )}
      <TextField
        label={t.networks}
        hint={t.networksHint}
        placeholder="203.0.113.0/24"
        optional
        mono
        value={(networks ?? []).join(', ')}
        onChange={(text) => form.set({ networks: listOf(text) })}
      />
      <TextField
        label={t.expires}
        hint={t.expiresHint}
        type="date"
        optional
        value={expiresAt?.slice(0, 10) ?? ''}
        onChange={(day) => form.set({ expiresAt: day ? new Date(`${day}T00:00:00Z`).toISOString() : null })}
      />
    </DialogForm>
  );
}

function listOf(text: string): readonly string[] | null {
  return text.trim() === '' ? null : text.split(',').map((each) => each.trim());
}
