import { DEFAULT_AUDIT_DAYS } from '@inlay/protocol/default-audit-days';
import type { TenantSettings } from '@inlay/protocol/tenant-settings';
import { sql } from 'kysely';
import { firstIdAt } from '../../platform/new-id.ts';
import { deletePortion, inPortions, type SweepServices } from '../../platform/store/in-portions.ts';

const DAY = 86_400_000;

/** Deletes events that are older than their tenant keeps them. Identifiers begin with the time, so its key finds them. */
export async function sweepAuditEvents(
  { store, time }: SweepServices,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const { everyTenant } = store;
  const settings = await everyTenant.selectFrom('tenant_settings').selectAll().execute();
  const chosen = new Map<string, number | null | undefined>(
    settings.map((row) => [row.tenant_id, (JSON.parse(row.settings) as Partial<TenantSettings>).auditDays]),
  );
  let swept = 0;
  for (const { id } of await everyTenant.selectFrom('tenants').select('id').execute()) {
    if (signal?.aborted) break;
    const before = firstIdAt(now - (chosen.get(id) ?? DEFAULT_AUDIT_DAYS) * DAY);
    const isOld = sql`tenant_id = ${id} and id < ${before}`;
    const oldest = await everyTenant
      .selectFrom('audit_events')
      .select('id')
      .where('tenant_id', '=', id)
      .where('id', '<', before)
      .limit(1)
      .executeTakeFirst();
    // A write only where there is something to delete, because it takes a turn of the writers.
    if (oldest) swept += await inPortions(time, () => deletePortion(store, 'audit_events', isOld), signal);
  }
  return swept;
}
