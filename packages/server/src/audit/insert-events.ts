import { sql } from 'kysely';
import { jsonRows } from '../store/json-rows.ts';
import type { AuditEventRow } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

const columns = {
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
const names = Object.keys(columns);

/** The events of a whole batch in one statement. */
export async function insertEvents(transaction: Queries, events: readonly AuditEventRow[]): Promise<void> {
  if (events.length === 0) return;
  const source = jsonRows(transaction.engine, 'events', columns, JSON.stringify(events));
  const all = sql.join(names.map((name) => sql.ref(name)));
  await sql`insert into audit_events (${all}) select ${all} from ${source}`.execute(transaction.everyTenant);
}
