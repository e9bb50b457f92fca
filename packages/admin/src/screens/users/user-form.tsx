import { ADMIN_ROLES, type AdminRole, ALL_ADMIN_ROLES } from '@inlay/protocol/admin-role';
import type { Named } from '@inlay/protocol/named';
import type { Permission } from '@inlay/protocol/permission';
import { NewUser, type User } from '@inlay/protocol/user';
import { ChoiceField } from '@inlay/ui/controls/choice-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { DialogForm } from '../../parts/form/dialog-form.tsx';
import { workspaceChoices } from '../../parts/form/workspace-choices.ts';
import { isOwner } from '../../session/can.ts';
import { type Created, createUser } from './create-user.ts';
import { type FirstPassword, FirstPasswordField } from './first-password.tsx';
import type { LinkToPassOn } from './link-dialog.tsx';
import { PasswordField } from './password-field.tsx';
import { PrivilegesField } from './privileges-field.tsx';
import { useHasPasswords } from './use-has-passwords.ts';

interface UserFormProps {
  readonly user?: User;
  readonly groups: readonly Named[];
  readonly workspaces: readonly Named[];
  /** With the link of the invitation, if it could not be sent. */
  readonly onDone: (toPassOn?: LinkToPassOn) => void;
  readonly onClose: () => void;
}

/** Creates a user or changes one. The password of an existing user is reset separately. */
export function UserForm({ user, groups, workspaces, onDone, onClose }: UserFormProps): VNode {
  const { form: t, ...users } = useMessages('people').users;
  const [chosen, setFirst] = useState<FirstPassword>('invite');
  const hasPasswords = useHasPasswords();
  const first = hasPasswords ? chosen : 'none';
  const { showSaved, showCreated } = useOutcome();
  const form = useForm({
    schema: NewUser,
    // Most tenants have one workspace only.
    initial: user ?? { username: '', adminRole: null, groups: [], workspaceId: workspaces[0]?.id ?? null },
    save: async (values, changes): Promise<Created> =>
      user
        ? { user: await api.patch('/users/{id}', { path: { id: user.id }, body: changes }) }
        : createUser(values, first),
    onSaved: (created) => {
      if (!user) return onDone(showCreated(created));
      showSaved(created);
      onDone();
    },
  });
  const role = form.values.adminRole ?? null;
  const givable = ALL_ADMIN_ROLES.filter((each) => each !== 'owner' || isOwner());
  const isFixed = user?.adminRole === 'owner' && !givable.includes('owner');
  const offered = isFixed ? ALL_ADMIN_ROLES : givable;
  return (
    <DialogForm
      form={form}
      action={user ? t.save : users.create}
      disabled={user !== undefined && !form.isDirty}
      isLong
      onClose={onClose}
    >
      <TextField {...form.field('username', { label: t.username })} hint={t.usernameHint} />
      <div class="ui-two">
        <TextField {...form.field('firstName', { label: t.firstName })} optional />
        <TextField {...form.field('lastName', { label: t.lastName })} optional />
      </div>
      <TextField {...form.field('email', { label: t.email })} type="email" optional />
      {!user && hasPasswords && (
        <FirstPasswordField value={first} onChange={setFirst}>
          {first === 'set' && (
            <PasswordField {...form.field('password', { label: users.password.label, required: true })} />
          )}
        </FirstPasswordField>
      )}
      <Select
        label={users.role}
        hint={t.roleHints[role ?? 'none']}
        disabled={isFixed}
        value={role ?? ''}
        options={[
          { value: '', label: users.roles.none },
          ...offered.map((each) => ({ value: each, label: users.roles[each] })),
        ]}
        onChange={(name) => form.set({ adminRole: ALL_ADMIN_ROLES.find((each) => each === name) ?? null })}
      />
      {!mayWriteContent(role) && (
        <PrivilegesField {...form.field('privileges', { label: users.privileges.label })} />
      )}
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
      {user && user.adminRole !== role && <Notice tone="warning">{t.roleWarning}</Notice>}
    </DialogForm>
  );
}

/** Says what became of a user. Returns the link of an invitation that could not be sent. */
function useOutcome() {
  const { form: t, link } = useMessages('people').users;
  const showSaved = ({ user: { username } }: Created) => showToast(t.saved({ username }));
  const showCreated = ({ user, invitation, problem }: Created): LinkToPassOn | undefined => {
    const { username, email } = user;
    if (invitation?.link) return { username, link: invitation.link, expiresAt: invitation.expiresAt };
    if (problem !== undefined) showToast(link.notInvited({ username, reason: problem }), 'bad');
    else if (invitation) showToast(link.created({ username, address: email ?? '' }));
    else showToast(t.created({ username }));
    return undefined;
  };
  return { showSaved, showCreated };
}

/** Whose privileges would add nothing. */
const mayWriteContent = (role: AdminRole | null): boolean =>
  role !== null && (ADMIN_ROLES[role] as readonly Permission[]).includes('content:write');
