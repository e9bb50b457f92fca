import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../../platform/store/store.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { matchingStep, newTotpSecret } from './totp.ts';

interface Owner {
  readonly tenantId: TenantId;
  readonly userId: string;
}

interface Typed {
  readonly code: string;
  readonly now: number;
}

/** How long a secret waits for the first code. */
const PENDING_MS = 15 * 60_000;

/** When the user's authenticator app was confirmed; undefined if there is none. */
export async function findTotp(
  queries: Queries,
  { tenantId, userId }: Owner,
): Promise<{ readonly confirmedAt: number } | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('totp_secrets')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .where('sealed_secret', 'is not', null)
    .executeTakeFirst();
  return row && { confirmedAt: row.confirmed_at ?? 0 };
}

/** Returns a new secret, which counts once a code of it was typed. Replaces one that waits, and none that counts. */
export async function startTotpSecret(
  vault: Vault,
  transaction: Queries,
  { tenantId, userId }: Owner,
  now: number,
): Promise<string> {
  const secret = newTotpSecret();
  const pending = { sealed_pending: vault.seal(tenantId, sealedFor(userId), secret), pending_at: now };
  await transaction
    .tenant(tenantId)
    .insertInto('totp_secrets', {
      user_id: userId,
      sealed_secret: null,
      confirmed_at: null,
      last_step: null,
      ...pending,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(pending))
    .execute();
  return secret;
}

/** Makes the waiting secret the one that counts, if the code is its. That code cannot be used again. */
export async function confirmTotpSecret(
  vault: Vault,
  transaction: Queries,
  { tenantId, userId }: Owner,
  { code, now }: Typed,
): Promise<boolean> {
  const own = transaction.tenant(tenantId);
  const row = await own
    .selectFrom('totp_secrets')
    .select(['sealed_pending', 'pending_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row?.sealed_pending == null || (row.pending_at ?? 0) <= now - PENDING_MS) return false;
  const step = matchingStep(vault.open(tenantId, sealedFor(userId), row.sealed_pending), code, now);
  if (step === undefined) return false;
  await own
    .update('totp_secrets', {
      sealed_secret: row.sealed_pending,
      confirmed_at: now,
      last_step: step,
      sealed_pending: null,
      pending_at: null,
    })
    .where('user_id', '=', userId)
    .execute();
  return true;
}

/** Returns whether the code is right and was not used before: each time step counts once, on all nodes (RFC 6238 §5.2). */
export async function useTotpCode(
  vault: Vault,
  transaction: Queries,
  { tenantId, userId }: Owner,
  { code, now }: Typed,
): Promise<boolean> {
  const own = transaction.tenant(tenantId);
  const row = await own
    .selectFrom('totp_secrets')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row?.sealed_secret == null) return false;
  const step = matchingStep(vault.open(tenantId, sealedFor(userId), row.sealed_secret), code, now);
  if (step === undefined) return false;
  const { numUpdatedRows } = await own
    .update('totp_secrets', { last_step: step })
    .where('user_id', '=', userId)
    .where((secret) => secret.or([secret('last_step', 'is', null), secret('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether there was one that counted. */
export async function deleteTotp(transaction: Queries, owner: Owner): Promise<boolean> {
  const found = await findTotp(transaction, owner);
  await transaction
    .tenant(owner.tenantId)
    .deleteFrom('totp_secrets')
    .where('user_id', '=', owner.userId)
    .execute();
  return found !== undefined;
}

/** A secret that was copied to the row of another user does not open. */
const sealedFor = (userId: string): string => `totp ${userId}`;
