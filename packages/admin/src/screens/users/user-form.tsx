import type { Named } from '@inlay/protocol/named';
import { NewUser, type User } from '@inlay/protocol/user';
import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { Checkbox } from '@inlay/ui/checkbox';
import { ChoiceField } from '@inlay/ui/choice-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/notice';
import { Select } from '@inlay/ui/select';
import { TextField } from '@inlay/ui/text-field';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { workspaceChoices } from '../../parts/workspace-choices.ts';
import { PasswordField } from './password-field.tsx';
import { PrivilegesField } from './privileges-field.tsx';

interface UserFormProps {
  readonly user?: User;
  readonly groups: readonly Named[];
  readonly workspaces: readonly Named[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Creates a user or changes one. The password of an existing user is reset separately. */
export function UserForm({ user, groups, workspaces, onDone, onClose }: UserFormProps): VNode {
  const { form: t, ...users } = useMessages('people').users;
  const form = useForm({
    schema: NewUser,
    // Most tenants have one workspace only.
    initial: user ?? { username: '', roles: ['USER'], groups: [], workspaceId: workspaces[0]?.id ?? null },
    save: (values, changes) =>
      user
        ? api.patch('/users/{id}', { path: { id: user.id }, body: changes })
        : api.post('/users', { body: values }),
    onSaved: () => {
      const { username } = form.values;
      showToast(user ? t.saved({ username }) : t.created({ username }));
      onDone();
    },
  });
  const isAdmin = form.values.roles?.includes('ADMIN') ?? false;
  return (
    <form class="ui-stack" {...form.props}>
      <TextField {...form.field('username', { label: t.username })} hint={t.usernameHint} />
      <div class="ui-two">
        <TextField {...form.field('firstName', { label: t.firstName })} optional />
        <TextField {...form.field('lastName', { label: t.lastName })} optional />
      </div>
      <TextField {...form.field('email', { label: t.email })} type="email" optional />
      {!user && (
        <PasswordField {...form.field('password', { label: users.password.label, required: true })} />
      )}
      <Checkbox
        label={users.administrator}
        hint={t.adminHint}
        checked={isAdmin}
        onChange={(checked) => form.set({ roles: checked ? ['ADMIN'] : ['USER'] })}
      />
      {!isAdmin && <PrivilegesField {...form.field('privileges', { label: users.privileges.label })} />}
      <Select
        {...form.field('workspaceId', { label: t.workspace })}
        hint={t.workspaceHint}
        options={[
          { value: '', label: t.noWorkspace },
          ...workspaceChoices(workspaces, form.values.workspaceId),
        ]}
      />
      {groups.length > 0 && (
        <ChoiceField
          {...form.field('groups', { label: users.groups })}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {user && user.roles.includes('ADMIN') !== isAdmin && <Notice tone="warning">{t.roleWarning}</Notice>}
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      <div class="ui-row ui-end ui-dialog-end">
        <CancelButton onClick={onClose} />
        <Button
          variant="primary"
          type="submit"
          busy={form.busy}
          disabled={user !== undefined && !form.isDirty}
        >
          {user ? t.save : users.create}
        </Button>
      </div>
    </form>
  );
}
