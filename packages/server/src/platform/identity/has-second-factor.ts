import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../store/store.ts';

/** Whether a password alone does not sign this user in. Recovery codes replace a factor, but are none. */
export async function hasSecondFactor(
  queries: Queries,
  tenantId: TenantId,
  userId: string,
): Promise<boolean> {
  const own = queries.tenant(tenantId);
  const passkey = await own
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (passkey) return true;
  const totp = await own
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('sealed_secret', 'is not', null)
    .executeTakeFirst();
  return totp !== undefined;
}
