import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { firstIdAt } from '../../platform/new-id.ts';
import { readPage } from '../../platform/store/read-page.ts';
import type { AuditEventRow } from '../../platform/store/schema.ts';
import type { ListQueries } from '../../platform/store/store.ts';

export interface EventFilter {
  readonly action?: string | undefined;
  readonly outcome?: 'success' | 'refused' | undefined;
  readonly actor?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Newest first. */
export async function listEvents(
  queries: ListQueries,
  tenantId: TenantId,
  request: PageRequest,
  filter: EventFilter,
): Promise<Page<AuditEventRow>> {
  const { action, outcome, actor, from, to } = filter;
  const matching = queries
    .tenant(tenantId)
    .selectFrom('audit_events')
    .$if(action !== undefined, (q) => q.where('action', '=', action as string))
    // Written out, since the index of refusals is found by these words.
    .$if(outcome === 'refused', (q) => q.where(sql<boolean>`outcome = 'refused'`))
    .$if(outcome === 'success', (q) => q.where('outcome', '=', 'success'))
    .$if(actor !== undefined, (q) => q.where('actor', '=', actor as string))
    // Identifiers begin with the time: the primary key is the order, and finds a period.
    .$if(from !== undefined, (q) => q.where('id', '>=', firstIdAt(from as number)))
    .$if(to !== undefined, (q) => q.where('id', '<', firstIdAt(to as number)));
  return readPage(request, matching, (events) => events.selectAll().orderBy('id', 'desc'));
}
