import { createHash } from 'node:crypto';
import type { AuditAction } from '@inlay/protocol/audit-action';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Acting, Caller } from '../identity/acting.ts';
import { newId } from '../new-id.ts';
import { insertRows, rowsInsert } from '../store/insert-rows.ts';
import type { AuditEventRow } from '../store/schema.ts';
import type { Queries, Store } from '../store/store.ts';
import type { Time } from '../time/time.ts';

/** Who did what. No field ever contains a secret, a token or a password. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly outcome?: 'success' | 'refused';
  readonly actor?: string | null;
  readonly target?: string | null;
  readonly reason?: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function eventRow(tenantId: TenantId, at: number, caller: Caller, event: AuditEvent): AuditEventRow {
  return {
    tenant_id: tenantId,
    id: newId(at),
    at,
    action: event.action,
    outcome: event.outcome ?? 'success',
    actor: event.actor ?? null,
    target: event.target ?? null,
    reason: event.reason ?? null,
    count: 1,
    row_count: null,
    request_id: caller.requestId,
    ip: caller.ip,
    details: detailsText(event.details, caller),
  };
}

/** A key may have the name of a user, so its id is recorded too. */
export function detailsText(details: AuditEvent['details'], { apiKey }: Caller): string | null {
  if (apiKey === undefined) return details ? JSON.stringify(details) : null;
  return JSON.stringify({ ...details, apiKey });
}

/** Records an event in the same transaction as the change it describes. */
export async function recordEvent(
  transaction: Queries,
  tenantId: TenantId,
  at: number,
  caller: Caller,
  event: AuditEvent,
): Promise<void> {
  const { tenant_id, ...row } = eventRow(tenantId, at, caller, event);
  await transaction.tenant(tenant_id).insertInto('audit_events', row).execute();
}

/** Makes one change and records its audit event, in one transaction. */
export async function writeRecorded<T>(
  { store, time }: { readonly store: Store; readonly time: Time },
  tenantId: TenantId,
  { actor, caller }: Acting,
  event: Pick<AuditEvent, 'action' | 'target' | 'details'>,
  work: (transaction: Queries, now: number) => Promise<T>,
): Promise<T> {
  return store.write(async (transaction) => {
    const now = time.now();
    const result = await work(transaction, now);
    await recordEvent(transaction, tenantId, now, caller, { ...event, actor });
    return result;
  });
}

export const EVENT_COLUMNS = {
  tenant_id: 'text',
  id: 'text',
  at: 'bigint',
  action: 'text',
  outcome: 'text',
  actor: 'text',
  target: 'text',
  reason: 'text',
  count: 'bigint',
  row_count: 'bigint',
  request_id: 'text',
  ip: 'text',
  details: 'text',
} as const;

const insert = rowsInsert<AuditEventRow>('audit_events', EVENT_COLUMNS, { key: 'id' });

/** Inserts the events of a whole batch. */
export async function insertEvents(transaction: Queries, events: readonly AuditEventRow[]): Promise<void> {
  if (events.length > 0) await insertRows(transaction, insert, events);
}

const minute = 60_000;

/**
 * Refusals of unauthenticated callers are counted in one row per minute and reason, so that a flood of requests cannot
 * fill the disk.
 */
export async function countRefusal(
  transaction: Queries,
  tenantId: TenantId,
  at: number,
  event: Pick<AuditEvent, 'action' | 'reason'>,
  times = 1,
): Promise<void> {
  const started = at - (at % minute);
  await transaction
    .tenant(tenantId)
    .insertInto('audit_events', {
      id: minuteId(started, [event.action, event.reason ?? null]),
      at: started,
      action: event.action,
      outcome: 'refused',
      actor: null,
      target: null,
      reason: event.reason ?? null,
      count: times,
      row_count: null,
      request_id: null,
      ip: null,
      details: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet((row) => ({ count: row('audit_events.count', '+', times) })),
    )
    .execute();
}

/** The id of an event that counts what is the same within a minute: it is the same on every node. */
export function minuteId(started: number, same: readonly (string | null)[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([started, ...same]))
    .digest('hex');
  const time = started.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-8${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
