import { MAX_PASSKEYS, type Passkey } from '@inlay/protocol/second-factor';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/new-id.ts';
import type { PasskeyRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../../platform/time/time.ts';
import type { NewCredential } from './webauthn.ts';

interface Owner {
  readonly tenantId: TenantId;
  readonly userId: string;
}

/** The oldest first. */
export function listPasskeys(queries: Queries, { tenantId, userId }: Owner): Promise<PasskeyRow[]> {
  return queries
    .tenant(tenantId)
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Whether anybody in the tenant can sign in with one. */
export async function hasPasskeys(queries: Queries, tenantId: TenantId): Promise<boolean> {
  const any = await queries.tenant(tenantId).selectFrom('passkeys').select('id').limit(1).executeTakeFirst();
  return any !== undefined;
}

export function findPasskey(
  queries: Queries,
  tenantId: TenantId,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return queries
    .tenant(tenantId)
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** The user is locked, so that no concurrent request exceeds the limit. */
export async function insertPasskey(
  transaction: Queries,
  owner: Owner,
  { name, credential }: { readonly name: string; readonly credential: NewCredential },
  now: number,
): Promise<void> {
  const { length } = await listPasskeys(transaction, owner);
  if (length >= MAX_PASSKEYS)
    throw conflict(`An account can have ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`);
  const inserted = await transaction
    .tenant(owner.tenantId)
    .insertInto('passkeys', {
      id: newId(now),
      user_id: owner.userId,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: JSON.stringify(credential.transports),
      name,
      is_synced: credential.isSynced ? 1 : 0,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((given) => given.columns(['tenant_id', 'credential_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw conflict('This passkey was added already.');
}

export async function renamePasskey(
  transaction: Queries,
  { tenantId, userId }: Owner,
  id: string,
  name: string,
): Promise<Passkey> {
  const renamed = await transaction
    .tenant(tenantId)
    .update('passkeys', { name: name.toWellFormed() })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!renamed) throw passkeyNotFound();
  return toPasskey(renamed);
}

export async function deletePasskey(
  transaction: Queries,
  { tenantId, userId }: Owner,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await transaction
    .tenant(tenantId)
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw passkeyNotFound();
}

/**
 * Notes a use. Returns false if the passkey was removed meanwhile, or its counter did not increase: then somebody copied
 * it (WebAuthn Level 3 §6.1.1).
 */
export async function notePasskeyUse(
  transaction: Queries,
  { tenantId, userId }: Owner,
  { passkeyId, counter }: { readonly passkeyId: string; readonly counter: number },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .tenant(tenantId)
    .update('passkeys', { counter, last_used_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', passkeyId)
    .where((row) => (counter === 0 ? row('counter', '=', 0) : row('counter', '<', counter)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  isSynced: row.is_synced === 1,
  createdAt: isoTime(row.created_at),
  lastUsedAt: isoTimeOrNull(row.last_used_at),
});

const conflict = (message: string) => new AppError('CONFLICT', { message });
const passkeyNotFound = () =>
  new AppError('NOT_FOUND', { message: 'Passkey not found. It may have been removed already.' });
