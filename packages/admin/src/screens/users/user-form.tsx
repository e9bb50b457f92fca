import type { Named } from '@inlay/protocol/named';
import type { User } from '@inlay/protocol/user';
import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { Checkbox } from '@inlay/ui/checkbox';
import { ChoiceList } from '@inlay/ui/choice-list';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { showToast } from '@inlay/ui/toast';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { canonical } from '../../api/canonical.ts';
import { useTask } from '../../parts/use-task.ts';
import { WorkspaceOptions } from '../../parts/workspace-options.tsx';
import { PasswordField } from './password-field.tsx';
import { type Privileges, PrivilegesField } from './privileges-field.tsx';

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
    privileges: (user?.privileges ?? {}) as Privileges,
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
        roles: admin ? ['ADMIN'] : ['USER'],
        ...(password === '' ? {} : { password }),
      };
      if (user) await ask('PATCH', `users/${user.id}`, body);
      else await ask('POST', 'users', body);
      showToast(user ? `${draft.username} is saved.` : `${draft.username} can sign in now.`);
      onDone();
    });
  };
  const text = (name: 'username' | 'email' | 'firstName' | 'lastName', more = {}) => (
    <input
      class="ui-input"
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
      <Checkbox
        label="Administrator"
        hint="May change everything here: keys, users, data. Others see what they have privileges on."
        checked={draft.admin}
        onChange={(checked) => set({ admin: checked })}
      />
      {!draft.admin && (
        <PrivilegesField value={draft.privileges} onChange={(privileges) => set({ privileges })} />
      )}
      <Field label="Workspace" hint="Privileges reach the apps of this workspace alone.">
        <select
          class="ui-input ui-select"
          value={workspaceId ?? ''}
          onChange={({ currentTarget: { value } }) => set({ workspaceId: value || null })}
        >
          <option value="">None</option>
          <WorkspaceOptions workspaces={workspaces} chosen={workspaceId} />
        </select>
      </Field>
      {groups.length > 0 && (
        <div class="ui-field">
          <span class="ui-field-label">Groups</span>
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
      <div class="row end ui-dialog-end">
        <CancelButton onClick={onClose} />
        <Button variant="primary" type="submit" busy={busy}>
          {user ? 'Save' : 'Create the user'}
        </Button>
      </div>
    </form>
  );
}
