import { sql } from 'kysely';
import { rowsStatement, runForRows } from '../store/rows-statement.ts';
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
const all = sql.join(Object.keys(columns).map((name) => sql.ref(name)));

const insertStatement = rowsStatement<AuditEventRow, never>(
  'insert-events',
  columns,
  (source) => sql`insert into audit_events (${all}) select ${all} from ${source}`,
);

/** The events of a whole batch. */
export async function insertEvents(transaction: Queries, events: readonly AuditEventRow[]): Promise<void> {
  if (events.length > 0) await runForRows(transaction, insertStatement, events);
}
