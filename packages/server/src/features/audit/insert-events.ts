import { insertRows, rowsInsert } from '../../platform/store/insert-rows.ts';
import type { AuditEventRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';

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
  request_id: 'text',
  ip: 'text',
  details: 'text',
} as const;

const insert = rowsInsert<AuditEventRow>('audit_events', EVENT_COLUMNS, { key: 'id' });

/** The events of a whole batch. */
export async function insertEvents(transaction: Queries, events: readonly AuditEventRow[]): Promise<void> {
  if (events.length > 0) await insertRows(transaction, insert, events);
}
