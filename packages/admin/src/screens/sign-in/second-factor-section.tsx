import { ALL_ADMIN_ROLES } from '@inlay/protocol/admin-role';
import type { SecondFactorRole } from '@inlay/protocol/sign-in';
import { ChoiceField } from '@inlay/ui/controls/choice-field';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { SettingsSection } from './settings-section.tsx';

const ROLES: readonly SecondFactorRole[] = [...ALL_ADMIN_ROLES, 'user'];

/** For which roles a password is not enough. */
export function SecondFactorSection(): VNode {
  const t = useMessages('access').secondFactor;
  const { roles } = useMessages('people').users;
  return (
    <SettingsSection title={t.title} text={t.text}>
      {({ values, set }) => (
        <ChoiceField
          label={t.roles}
          hint={t.hint}
          value={values.secondFactorRoles}
          options={ROLES.map((role) => ({ value: role, label: roles[role === 'user' ? 'none' : role] }))}
          // In the order of the list, so that a box ticked and unticked is no change.
          onChange={(chosen) => set({ secondFactorRoles: ROLES.filter((role) => chosen.includes(role)) })}
        />
      )}
    </SettingsSection>
  );
}
