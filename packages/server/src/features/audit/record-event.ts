import { createHash } from 'node:crypto';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Caller } from '../../platform/identity/acting.ts';
import { newId } from '../../platform/new-id.ts';
import type { AuditEventRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';

/** Who did what. None of the fields ever holds a secret, a token or a password. */
export interface AuditEvent {
  readonly action: string;
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
    request_id: caller.requestId,
    ip: caller.ip,
    details: event.details ? JSON.stringify(event.details) : null,
  };
}

/** Leaves an event in the same transaction as the change it tells of: neither exists without the other. */
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

const minute = 60_000;

/**
 * Refusals of callers who proved nothing are counted, one row a minute and reason: whoever floods the
 * instance must not be able to fill its disk.
 */
export async function countRefusal(
  transaction: Queries,
  tenantId: TenantId,
  at: number,
  event: Pick<AuditEvent, 'action' | 'reason'>,
  times = 1,
): Promise<void> {
  const started = at - (at % minute);
  const same = JSON.stringify([started, event.action, event.reason ?? null]);
  const digest = createHash('sha256').update(same).digest('hex');
  const time = started.toString(16).padStart(12, '0');
  await transaction
    .tenant(tenantId)
    .insertInto('audit_events', {
      id: `${time.slice(0, 8)}-${time.slice(8)}-8${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`,
      at: started,
      action: event.action,
      outcome: 'refused',
      actor: null,
      target: null,
      reason: event.reason ?? null,
      count: times,
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
