import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readPage } from '../store/read-page.ts';
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
  const matching = queries
    .tenant(tenantId)
    .selectFrom('audit_events')
    .$if(action !== undefined, (q) => q.where('action', '=', action as string))
    .$if(outcome !== undefined, (q) => q.where('outcome', '=', outcome as 'success'))
    .$if(actor !== undefined, (q) => q.where('actor', '=', actor as string))
    .$if(from !== undefined, (q) => q.where('at', '>=', from as number))
    .$if(to !== undefined, (q) => q.where('at', '<', to as number));
  // Identifiers begin with the time: the primary key is the order.
  return readPage(request, matching, (events) => events.selectAll().orderBy('id', 'desc'));
}
