import type { AdminRole } from '@inlay/protocol/admin-role';
import type { VisibilityRule } from '@inlay/protocol/rule';
import { type ContextReader, readingOf } from '../../../platform/rules/context-reading.ts';
import { evaluateVisibility } from '../../../platform/rules/evaluate-visibility.ts';
import type { AccountSettings } from '../settings/providers.ts';
import { type Claims, readClaim } from './read-claim.ts';

/** What the claims decide. A field that has no rules is undefined, and managed here. */
export interface MappedClaims {
  readonly adminRole?: AdminRole | null;
  readonly groups?: readonly string[];
  readonly workspaceId?: string | null;
}

/** No matching rule means no role, group or workspace. */
export function mapClaims(
  { roles, groups, workspaces }: Pick<AccountSettings, 'roles' | 'groups' | 'workspaces'>,
  claims: Claims,
): MappedClaims {
  const reader = claimsReader(claims);
  const matches = ({ when }: { readonly when: VisibilityRule | null }) =>
    when === null || evaluateVisibility(when, reader) === 'true';
  return {
    ...(roles.length > 0 && { adminRole: roles.find(matches)?.role ?? null }),
    ...(groups.length > 0 && {
      groups: [...new Set(groups.filter(matches).flatMap((rule) => rule.groups))].sort(),
    }),
    ...(workspaces.length > 0 && { workspaceId: workspaces.find(matches)?.workspaceId ?? null }),
  };
}

/** Rules read claims as attributes; nothing else is known of somebody who signs in. */
const claimsReader = (claims: Claims): ContextReader => ({
  username: '',
  workspaceId: '',
  attribute: (name) => readingOf(readClaim(claims, name)),
  groups: () => ({ kind: 'missing' }),
  roles: () => ({ kind: 'missing' }),
});
