import type { Delivery, DeliveryState } from '@inlay/content/subscription';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readPage } from '../../../platform/store/read-page.ts';
import type { ReportJobRow } from '../../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../../platform/time/time.ts';

export interface DeliveryFilter {
  readonly subscriptionId?: string | undefined;
  readonly state?: DeliveryState | undefined;
}

/** Newest first. */
export async function listDeliveries(
  queries: ListQueries,
  tenantId: TenantId,
  request: PageRequest,
  { subscriptionId, state }: DeliveryFilter,
): Promise<Page<Delivery>> {
  let matching = queries.tenant(tenantId).selectFrom('report_jobs');
  if (subscriptionId !== undefined) matching = matching.where('subscription_id', '=', subscriptionId);
  if (state !== undefined) matching = matching.where('state', '=', state);
  // By what an index has them in: a tenant can have a million.
  const { data, meta } = await readPage(request, matching, (rows) =>
    (subscriptionId === undefined ? rows : rows.orderBy('due_at', 'desc')).selectAll().orderBy('id', 'desc'),
  );
  return { data: await serializeDeliveries(queries, tenantId, data), meta };
}

/** With titles of subscriptions and names of destinations; what an alert reports stays sealed. */
export async function serializeDeliveries(
  queries: Pick<Queries, 'tenant'>,
  tenantId: TenantId,
  rows: readonly ReportJobRow[],
): Promise<readonly Delivery[]> {
  const subscriptions = await queries
    .tenant(tenantId)
    .selectFrom('subscriptions')
    .select(['id', 'title'])
    .where('id', 'in', [...new Set(rows.map(({ subscription_id }) => subscription_id)), ''])
    .execute();
  const destinations = await queries
    .tenant(tenantId)
    .selectFrom('report_destinations')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(rows.map(({ recipient }) => recipient)), ''])
    .execute();
  const titles = new Map(subscriptions.map(({ id, title }) => [id, title]));
  const names = new Map(destinations.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    id: row.id,
    subscriptionId: row.subscription_id,
    title: titles.get(row.subscription_id) ?? '',
    kind: row.kind,
    recipient: row.recipient === '' ? null : (names.get(row.recipient) ?? row.recipient),
    dueAt: isoTime(row.due_at),
    state: row.state,
    attempts: row.attempts,
    reason: row.reason,
    finishedAt: isoTimeOrNull(row.finished_at),
  }));
}
