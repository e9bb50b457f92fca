import { type Page, type PageRequest, pageMeta } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { AuditEventRow } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

export interface EventFilter {
  readonly action?: string | undefined;
  readonly outcome?: 'success' | 'refused' | undefined;
  readonly actor?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Newest first. */
export async function listEvents(
  queries: Queries,
  tenantId: TenantId,
  request: PageRequest,
  filter: EventFilter,
): Promise<Page<AuditEventRow>> {
  const { action, outcome, actor, from, to } = filter;
  const matching = () =>
    queries
      .tenant(tenantId)
      .selectFrom('audit_events')
      .$if(action !== undefined, (q) => q.where('action', '=', action as string))
      .$if(outcome !== undefined, (q) => q.where('outcome', '=', outcome as 'success'))
      .$if(actor !== undefined, (q) => q.where('actor', '=', actor as string))
      .$if(from !== undefined, (q) => q.where('at', '>=', from as number))
      .$if(to !== undefined, (q) => q.where('at', '<', to as number));
  const { total } = await matching()
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const data = await matching()
    .selectAll()
    // Identifiers begin with the time: the primary key is the order.
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset((request.page - 1) * request.limit)
    .execute();
  return { data, meta: pageMeta(request, total) };
}
