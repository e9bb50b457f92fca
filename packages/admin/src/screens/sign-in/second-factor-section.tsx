import { ALL_ADMIN_ROLES } from '@inlay/protocol/admin-role';
import { isProviderMethod, type SecondFactorRole } from '@inlay/protocol/sign-in';
import { ChoiceField } from '@inlay/ui/controls/choice-field';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { me } from '../../session/session.ts';
import { ownSessions } from '../account/queries.ts';
import { SettingsSection } from './settings-section.tsx';

const ROLES: readonly SecondFactorRole[] = [...ALL_ADMIN_ROLES, 'user'];

/** For which roles a password is not enough. */
export function SecondFactorSection(): VNode {
  const t = useMessages('access').secondFactor;
  const { roles } = useMessages('people').users;
  return (
    <SettingsSection title={t.title} text={t.text}>
      {({ values, set }) => (
        <>
          <ChoiceField
            label={t.roles}
            hint={t.hint}
            value={values.secondFactorRoles}
            options={ROLES.map((role) => ({ value: role, label: roles[role === 'user' ? 'none' : role] }))}
            // In the order of the list, so that a box ticked and unticked is no change.
            onChange={(chosen) => set({ secondFactorRoles: ROLES.filter((role) => chosen.includes(role)) })}
          />
          <OwnRoleWarning roles={values.secondFactorRoles} />
        </>
      )}
    </SettingsSection>
  );
}

/** Saving would be refused, because it would lock out the person who saves. */
function OwnRoleWarning({ roles }: { readonly roles: readonly SecondFactorRole[] }): VNode | null {
  const t = useMessages('access').secondFactor;
  const current = useQuery(ownSessions).data?.data.find(({ isCurrent }) => isCurrent);
  if (!current || current.secondFactor || isProviderMethod(current.method)) return null;
  if (!roles.includes(me.value?.adminRole ?? 'user')) return null;
  const account = (
    <Link to="/account" class="ui-link">
      {t.account}
    </Link>
  );
  return (
    <Notice tone="warning">
      <Rich text={t.ownRole} parts={{ account }} />
    </Notice>
  );
}
