import type { DeliveryState } from '@inlay/content/subscription';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readPage } from '../../../platform/store/read-page.ts';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';

export type ListedJob = Omit<ReportJobRow, 'tenant_id' | 'sealed' | 'next_at'> & {
  /** Of the subscription; null if it was deleted. */
  readonly title: string | null;
  /** Null for an email. */
  readonly destination_name: string | null;
};

export interface JobFilter extends PageRequest {
  readonly states?: readonly DeliveryState[] | undefined;
  readonly subscriptionId?: string | undefined;
}

/** Messages and checks of a tenant, the latest first. */
export async function listJobs(
  queries: Queries,
  tenantId: TenantId,
  { states, subscriptionId, ...request }: JobFilter,
): Promise<Page<ListedJob>> {
  const matching = queries
    .tenant(tenantId)
    .selectFrom('report_jobs')
    .$if(states !== undefined, (query) => query.where('report_jobs.state', 'in', states ?? []))
    .$if(subscriptionId !== undefined, (query) =>
      query.where('report_jobs.subscription_id', '=', subscriptionId ?? ''),
    );
  return readPage(request, matching, (query) =>
    query
      .leftJoin('subscriptions', (join) =>
        join
          .onRef('subscriptions.tenant_id', '=', 'report_jobs.tenant_id')
          .onRef('subscriptions.id', '=', 'report_jobs.subscription_id'),
      )
      .leftJoin('report_destinations', (join) =>
        join
          .onRef('report_destinations.tenant_id', '=', 'report_jobs.tenant_id')
          .onRef('report_destinations.id', '=', 'report_jobs.recipient'),
      )
      .select([
        'report_jobs.id',
        'report_jobs.subscription_id',
        'report_jobs.kind',
        'report_jobs.due_at',
        'report_jobs.recipient',
        'report_jobs.state',
        'report_jobs.attempts',
        'report_jobs.reason',
        'report_jobs.finished_at',
        'subscriptions.title',
        'report_destinations.name as destination_name',
      ])
      .orderBy('report_jobs.id', 'desc'),
  );
}
