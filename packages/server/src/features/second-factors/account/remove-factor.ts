import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import { hasSecondFactor } from '../../../platform/identity/has-second-factor.ts';
import { readSignInSettings, requiresSecondFactor } from '../../../platform/identity/sign-in-settings.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { queueNotice } from '../../mail/index.ts';
import { type Account, lockAccount } from '../factors/attempt-factor.ts';
import { deletePasskey } from '../factors/passkeys.ts';
import { deleteRecoveryCodes } from '../factors/recovery-codes.ts';
import { deleteTotp } from '../factors/totp-secrets.ts';

type RemovableFactor = { readonly factor: 'totp' } | { readonly factor: 'passkey'; readonly id: string };

/** Removes one of the user's own factors, unless it is the last one and the tenant requires one. */
export async function removeFactor(
  services: Pick<Services, 'store' | 'time' | 'config' | 'vault'>,
  account: Account,
  removed: RemovableFactor,
  caller: Caller,
): Promise<void> {
  const { store, time } = services;
  const { tenantId } = account;
  await store.write(async (transaction) => {
    const now = time.now();
    const user = await lockAccount(transaction, account);
    if (!user) throw new AppError('UNAUTHORIZED');
    await deleteFactor(transaction, account, removed);
    if (!(await hasSecondFactor(transaction, tenantId, account.userId))) {
      const settings = await readSignInSettings(transaction, tenantId);
      if (requiresSecondFactor(settings, user.admin_role))
        throw new AppError('CONFLICT', {
          message: 'Your role requires a second factor. Add another one before you remove this one.',
        });
      // They replace a factor; without one, they would be left for whoever finds them.
      await deleteRecoveryCodes(transaction, account);
    }
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'second-factor.remove',
      actor: user.username,
      target: user.username,
      details: { factor: removed.factor },
    });
    const about = { notice: 'second-factor-removed', user, caller } as const;
    await queueNotice(services, transaction, tenantId, about, now);
  });
}

async function deleteFactor(transaction: Queries, account: Account, removed: RemovableFactor): Promise<void> {
  if (removed.factor === 'passkey') return deletePasskey(transaction, account, removed.id);
  if (!(await deleteTotp(transaction, account)))
    throw new AppError('NOT_FOUND', { message: 'There is no authenticator app to remove.' });
}
