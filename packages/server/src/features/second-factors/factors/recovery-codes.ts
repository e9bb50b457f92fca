import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@inlay/protocol/second-factor';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../../platform/store/store.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { encodeBase32 } from './totp.ts';

/** 80 bits: nobody guesses one, so a fingerprint without a slow hash suffices to store it. */
const CODE_BYTES = 10;

interface Owner {
  readonly tenantId: TenantId;
  readonly userId: string;
}

/** Replaces the codes of a user. Returns the new ones, which are not stored. */
export async function replaceRecoveryCodes(
  vault: Vault,
  transaction: Queries,
  owner: Owner,
): Promise<readonly string[]> {
  await deleteRecoveryCodes(transaction, owner);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await transaction
    .tenant(owner.tenantId)
    .insertInto(
      'recovery_codes',
      codes.map((code) => ({ user_id: owner.userId, code_hash: codeHash(vault, owner, code) })),
    )
    .execute();
  return codes;
}

/** Returns whether it was one of the user's codes, and ends it. */
export async function useRecoveryCode(
  vault: Vault,
  transaction: Queries,
  owner: Owner,
  typed: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .tenant(owner.tenantId)
    .deleteFrom('recovery_codes')
    .where('user_id', '=', owner.userId)
    .where('code_hash', '=', codeHash(vault, owner, typed))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(queries: Queries, { tenantId, userId }: Owner): Promise<number> {
  const { left } = await queries
    .tenant(tenantId)
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return left;
}

export async function deleteRecoveryCodes(transaction: Queries, { tenantId, userId }: Owner): Promise<void> {
  await transaction.tenant(tenantId).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** In groups of four, which are easier to copy by hand. */
const newCode = (): string =>
  (encodeBase32(randomBytes(CODE_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-');

const codeHash = (vault: Vault, { tenantId, userId }: Owner, typed: string): string => {
  const code = typed.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return vault.fingerprint('recovery code', JSON.stringify([tenantId, userId, code]));
};
