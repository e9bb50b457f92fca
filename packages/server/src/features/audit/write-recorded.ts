import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Acting } from '../../platform/identity/acting.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { type AuditEvent, recordEvent } from './record-event.ts';

/** One change and its audit event, in one transaction. */
export async function writeRecorded<T>(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  tenantId: TenantId,
  { actor, caller }: Acting,
  event: Pick<AuditEvent, 'action' | 'target' | 'details'>,
  work: (transaction: Queries, now: number) => Promise<T>,
): Promise<T> {
  return store.write(async (transaction) => {
    const now = clock();
    const result = await work(transaction, now);
    await recordEvent(transaction, tenantId, now, caller, { ...event, actor });
    return result;
  });
}
