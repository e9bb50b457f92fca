import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../../platform/store/store.ts';

/** A subject of an identity provider. */
export interface ProviderSubject {
  readonly tenantId: TenantId;
  readonly providerId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** The id of the user whom the provider means. */
export async function linkedUser(
  queries: Queries,
  { tenantId, providerId, issuer, subject }: ProviderSubject,
): Promise<string | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('identity_links')
    .select('user_id')
    .where('provider_id', '=', providerId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether the provider means this user by some subject already. */
export async function hasLink(
  queries: Queries,
  { tenantId, providerId, issuer }: Omit<ProviderSubject, 'subject'>,
  userId: string,
): Promise<boolean> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('identity_links')
    .select('subject')
    .where('provider_id', '=', providerId)
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if another node linked the subject or the user at the same time. */
export async function insertLink(
  transaction: Queries,
  { tenantId, providerId, issuer, subject }: ProviderSubject,
  userId: string,
  now: number,
): Promise<boolean> {
  const inserted = await transaction
    .tenant(tenantId)
    .insertInto('identity_links', {
      provider_id: providerId,
      issuer,
      subject,
      user_id: userId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}
