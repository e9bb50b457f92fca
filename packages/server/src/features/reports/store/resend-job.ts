import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../../platform/store/store.ts';
import { insertJobs } from './report-jobs.ts';

/**
 * Sends what was not, or may not have been, once more: as a message of its own that is due now, under the rights of now.
 * Returns its id; undefined if there is no such message.
 */
export async function resendJob(
  transaction: Queries,
  tenantId: TenantId,
  id: string,
  now: number,
): Promise<string | undefined> {
  const job = await transaction
    .tenant(tenantId)
    .selectFrom('report_jobs')
    .select(['tenant_id', 'subscription_id', 'kind', 'recipient', 'sealed'])
    .where('id', '=', id)
    .where('kind', '<>', 'check')
    .where('state', 'in', ['failed', 'unknown', 'skipped'])
    .executeTakeFirst();
  // An alert that was skipped keeps nothing to send.
  if (!job || (job.kind === 'alert' && job.sealed === null)) return undefined;
  const [sent] = await insertJobs(transaction, [{ ...job, due_at: now }], now);
  return sent;
}
