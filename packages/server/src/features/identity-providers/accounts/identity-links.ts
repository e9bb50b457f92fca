import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../../platform/store/store.ts';

/** A subject of an identity provider. */
export interface ProviderSubject {
  readonly tenantId: TenantId;
  readonly providerId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** Returns the id of the linked user. */
export async function linkedUser(
  queries: Queries,
  { subject, ...of }: ProviderSubject,
): Promise<string | undefined> {
  const row = await linksOf(queries, of).where('subject', '=', subject).executeTakeFirst();
  return row?.user_id;
}

/** Whether this user is already linked at the provider. */
export async function hasLink(
  queries: Queries,
  of: Omit<ProviderSubject, 'subject'>,
  userId: string,
): Promise<boolean> {
  return (await linksOf(queries, of).where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

const linksOf = (queries: Queries, { tenantId, providerId, issuer }: Omit<ProviderSubject, 'subject'>) =>
  queries
    .tenant(tenantId)
    .selectFrom('identity_links')
    .select('user_id')
    .where('provider_id', '=', providerId)
    .where('issuer', '=', issuer);

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
