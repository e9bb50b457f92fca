import type { AdminRole } from '@inlay/protocol/admin-role';
import { DEFAULT_SIGN_IN_SETTINGS, type SignInSettings } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../store/store.ts';

export async function readSignInSettings(queries: Queries, tenantId: TenantId): Promise<SignInSettings> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('sign_in_settings')
    .select('settings')
    .executeTakeFirst();
  return parseSignInSettings(row?.settings);
}

/** `stored` is missing where a tenant has changed nothing. */
export function parseSignInSettings(stored: string | null | undefined): SignInSettings {
  return stored == null ? DEFAULT_SIGN_IN_SETTINGS : { ...DEFAULT_SIGN_IN_SETTINGS, ...JSON.parse(stored) };
}

/** Whether the tenant requires a second factor of people with this role. */
export const requiresSecondFactor = (
  { secondFactorRoles }: SignInSettings,
  role: AdminRole | null,
): boolean => secondFactorRoles.includes(role ?? 'user');
