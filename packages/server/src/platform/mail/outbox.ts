import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import { newId } from '../new-id.ts';
import type { OutgoingMailRow } from '../store/schema.ts';
import type { Queries, Store } from '../store/store.ts';
import type { Vault } from '../vault/vault.ts';
import { SEND_MS } from './send-mail.ts';

/** Messages of one tenant that wait. Nobody reads more than that in the time it takes to send them. */
export const MAX_WAITING = 1000;

/** How long one node has for an attempt; then another one may take the message. */
const LEASE_MS = 2 * SEND_MS;

export interface NewMail {
  /** What composes the message from `data` when it is sent. */
  readonly kind: string;
  readonly recipient: string | null;
  readonly data: object;
  readonly expiresAt: number;
}

/**
 * Adds a message to the outbox in the transaction that causes it, so that it is sent exactly if that is committed, and no
 * request waits for a mail server (ADR 346). Throws if too many messages of the tenant are waiting.
 */
export async function enqueueMail(
  transaction: Queries,
  vault: Vault,
  tenantId: TenantId,
  { kind, recipient, data, expiresAt }: NewMail,
  now: number,
): Promise<void> {
  if ((await countWaiting(transaction, tenantId)) >= MAX_WAITING)
    throw new AppError('TOO_MANY_REQUESTS', {
      message:
        'Too many emails of this tenant are waiting to be sent. Check the mail settings, or try again later.',
      headers: { 'retry-after': '60' },
    });
  const id = newId(now);
  await transaction
    .tenant(tenantId)
    .insertInto('outgoing_mail', {
      id,
      kind,
      recipient,
      sealed: vault.seal(tenantId, purposeOf(id), JSON.stringify(data)),
      created_at: now,
      expires_at: expiresAt,
      attempts: 0,
      next_at: now,
      failed_at: null,
      reason: null,
    })
    .execute();
}

export async function countWaiting(queries: Queries, tenantId: TenantId, kind?: string): Promise<number> {
  const { count } = await queries
    .tenant(tenantId)
    .selectFrom('outgoing_mail')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('failed_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .executeTakeFirstOrThrow();
  return count;
}

export interface FailedMail {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string | null;
  readonly failedAt: number;
  readonly reason: string;
}

/** The latest first. */
export async function listFailedMail(
  queries: Queries,
  tenantId: TenantId,
  limit: number,
): Promise<readonly FailedMail[]> {
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('outgoing_mail')
    .select(['id', 'kind', 'recipient', 'failed_at', 'reason'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ failed_at, reason, ...row }) => ({
    ...row,
    failedAt: failed_at ?? 0,
    reason: reason ?? '',
  }));
}

/** The oldest due message of each tenant that none is being sent of, so that no tenant waits behind another. */
export async function findDueMail(
  store: Store,
  now: number,
  { busy, limit }: { readonly busy: readonly TenantId[]; readonly limit: number },
): Promise<readonly Due[]> {
  const ranked = store.everyTenant
    .selectFrom('outgoing_mail')
    .select(['tenant_id', 'id', 'next_at'])
    .select(sql<number>`row_number() over (partition by tenant_id order by next_at, id)`.as('place'))
    .where('next_at', '<=', now)
    .$if(busy.length > 0, (query) => query.where('tenant_id', 'not in', busy));
  const found = await store.everyTenant
    .selectFrom(ranked.as('ranked'))
    .select(['tenant_id', 'id', 'next_at'])
    .where('place', '=', 1)
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return found.map(({ tenant_id, id, next_at }) => ({ tenantId: tenant_id, id, nextAt: next_at ?? 0 }));
}

interface Due {
  readonly tenantId: TenantId;
  readonly id: string;
  readonly nextAt: number;
}

/** Takes a message for one attempt. Undefined if another node was faster. */
export async function leaseMail(
  store: Store,
  { tenantId, id, nextAt }: Due,
  now: number,
): Promise<OutgoingMailRow | undefined> {
  return store.write((transaction) =>
    transaction
      .tenant(tenantId)
      .update('outgoing_mail', { next_at: now + LEASE_MS })
      .set((row) => ({ attempts: row('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('next_at', '=', nextAt)
      .returningAll()
      .executeTakeFirst(),
  );
}

export function openMail(vault: Vault, { tenant_id, id, sealed }: OutgoingMailRow): string {
  return vault.open(tenant_id, purposeOf(id), sealed ?? '');
}

const purposeOf = (id: string) => `outgoing mail ${id}`;

/** Removes a message that was sent, or that nobody gets. Returns whether it was there. */
export async function removeMail(transaction: Queries, tenantId: TenantId, id: string): Promise<boolean> {
  const removed = await transaction
    .tenant(tenantId)
    .deleteFrom('outgoing_mail')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

export async function postponeMail(
  store: Store,
  { tenant_id, id }: OutgoingMailRow,
  { nextAt, reason }: { readonly nextAt: number; readonly reason: string },
): Promise<void> {
  await changeMail(store, tenant_id, id, { next_at: nextAt, reason });
}

/** Keeps the reason for administrators, and nothing of the message. */
export async function failMail(
  store: Store,
  { tenant_id, id }: OutgoingMailRow,
  { now, reason }: { readonly now: number; readonly reason: string },
): Promise<void> {
  await changeMail(store, tenant_id, id, { next_at: null, failed_at: now, sealed: null, reason });
}

async function changeMail(
  store: Store,
  tenantId: TenantId,
  id: string,
  change: Partial<Pick<OutgoingMailRow, 'next_at' | 'failed_at' | 'sealed' | 'reason'>>,
): Promise<void> {
  await store.write((transaction) =>
    transaction.tenant(tenantId).update('outgoing_mail', change).where('id', '=', id).execute(),
  );
}
