import type { Named } from '@inlay/protocol/named';
import type { User } from '@inlay/protocol/user';
import { ChoiceList } from '@inlay/ui/choice-list';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { canonical } from '../../api/canonical.ts';
import { Button } from '../../parts/button.tsx';
import { CancelButton } from '../../parts/cancel-button.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { say } from '../../parts/toasts.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useUnsaved } from '../../parts/use-unsaved.ts';
import { WorkspaceOptions } from '../../parts/workspace-options.tsx';
import { PasswordField } from './password-field.tsx';
import { PrivilegesField } from './privileges-field.tsx';

interface UserFormProps {
  readonly user?: User;
  readonly groups: readonly Named[];
  readonly workspaces: readonly Named[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The same fields make a user and change one; a password is set on its own once the user exists. */
export function UserForm({ user, groups, workspaces, onDone, onClose }: UserFormProps): VNode {
  const [draft, setDraft] = useState({
    username: user?.username ?? '',
    email: user?.email ?? '',
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    admin: user?.roles.includes('ADMIN') ?? false,
    groups: user?.groups ?? [],
    privileges: user?.privileges ?? {},
    workspaceId: user?.workspaceId,
    password: '',
  });
  // New users default to the first one, which is the only one of most tenants.
  const workspaceId = draft.workspaceId === undefined ? (workspaces[0]?.id ?? null) : draft.workspaceId;
  const { busy, error, run } = useTask();
  const [start] = useState(draft);
  useUnsaved(canonical(draft) !== canonical(start));
  const set = (change: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...change }));
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      const { admin, password, email, firstName, lastName, ...rest } = draft;
      const body = {
        ...rest,
        workspaceId,
        email: email || null,
        firstName: firstName || null,
        lastName: lastName || null,
        roles: [admin ? ('ADMIN' as const) : ('USER' as const)],
        ...(password === '' ? {} : { password }),
      };
      if (user) await api.patch('/users/{id}', { path: { id: user.id }, body });
      else await api.post('/users', { body });
      say(user ? `${draft.username} is saved.` : `${draft.username} can sign in now.`);
      onDone();
    });
  };
  const text = (name: 'username' | 'email' | 'firstName' | 'lastName', more = {}) => (
    <input
      class="input"
      autocomplete="off"
      value={draft[name]}
      onInput={(event) => set({ [name]: event.currentTarget.value })}
      {...more}
    />
  );
  return (
    <form class="stack" onSubmit={save}>
      <Field label="Username" hint="What the person types to sign in; often the e-mail address.">
        {text('username', { required: true, maxLength: 256 })}
      </Field>
      <div class="two">
        <Field label="First name" optional>
          {text('firstName')}
        </Field>
        <Field label="Last name" optional>
          {text('lastName')}
        </Field>
      </div>
      <Field label="E-mail" optional>
        {text('email', { type: 'email' })}
      </Field>
      {!user && <PasswordField value={draft.password} onChange={(password) => set({ password })} />}
      <label class="tick">
        <input
          type="checkbox"
          checked={draft.admin}
          onChange={(event) => set({ admin: event.currentTarget.checked })}
        />
        <span>
          Administrator
          <span class="muted small">
            May change everything here: keys, users, data. Others see what they have privileges on.
          </span>
        </span>
      </label>
      {!draft.admin && (
        <PrivilegesField value={draft.privileges} onChange={(privileges) => set({ privileges })} />
      )}
      <Field label="Workspace" hint="Privileges reach the apps of this workspace alone.">
        <select
          class="input select"
          value={workspaceId ?? ''}
          onChange={({ currentTarget: { value } }) => set({ workspaceId: value || null })}
        >
          <option value="">None</option>
          <WorkspaceOptions workspaces={workspaces} chosen={workspaceId} />
        </select>
      </Field>
      {groups.length > 0 && (
        <div class="field">
          <span class="field-label">Groups</span>
          <ChoiceList
            label="Groups"
            many
            choices={groups.map(({ id, name }) => ({
              key: id,
              label: name,
              chosen: draft.groups.includes(id),
            }))}
            onChoose={(id, chosen) =>
              set({ groups: chosen ? [...draft.groups, id] : draft.groups.filter((other) => other !== id) })
            }
          />
        </div>
      )}
      {user && user.roles.includes('ADMIN') !== draft.admin && (
        <Notice tone="warning">Changing the role signs the person out everywhere.</Notice>
      )}
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div class="row end dialog-end">
        <CancelButton onPress={onClose} />
        <Button kind="main" type="submit" busy={busy}>
          {user ? 'Save' : 'Create the user'}
        </Button>
      </div>
    </form>
  );
}
