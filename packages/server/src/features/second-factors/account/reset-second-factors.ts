import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { revokeLoginsOf } from '../../../platform/identity/login-tokens.ts';
import type { Services } from '../../../services.ts';
import { queueNotice } from '../../mail/index.ts';
import { lockedUser, refuseBeyond, type UserManager } from '../../users/index.ts';

const FACTORS = ['passkeys', 'totp_secrets', 'recovery_codes'] as const;

/** Removes every factor of somebody who lost them, and ends their sessions: the password signs in again. */
export async function resetSecondFactors(
  services: Pick<Services, 'store' | 'time' | 'config' | 'vault'>,
  tenantId: TenantId,
  userId: string,
  manager: UserManager,
): Promise<void> {
  const { store, time } = services;
  const { actor, caller } = manager;
  await store.write(async (transaction) => {
    const now = time.now();
    const user = await lockedUser(transaction, tenantId, userId);
    refuseBeyond(user.admin_role, manager);
    const own = transaction.tenant(tenantId);
    for (const table of FACTORS) await own.deleteFrom(table).where('user_id', '=', userId).execute();
    await revokeLoginsOf(transaction, tenantId, userId);
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'second-factor.remove',
      actor,
      target: user.username,
      details: { factor: 'all' },
    });
    const about = { notice: 'second-factor-removed', user, caller } as const;
    await queueNotice(services, transaction, tenantId, about, now);
  });
}
