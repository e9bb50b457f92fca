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
  readonly target?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** One page, newest first. */
export async function listEvents(
  queries: ListQueries,
  tenantId: TenantId,
  request: PageRequest,
  filter: EventFilter,
): Promise<Page<AuditEventRow>> {
  const matching = matchingEvents(queries, tenantId, filter);
  return readPage(request, matching, (events) => events.selectAll().orderBy('id', 'desc'));
}

/** Read at once for an export: the memory of one response. */
const PORTION = 500;

/** All of them, newest first, in portions. */
export async function* everyEvent(
  queries: ListQueries,
  tenantId: TenantId,
  filter: EventFilter,
): AsyncGenerator<readonly AuditEventRow[]> {
  let last: string | undefined;
  for (;;) {
    const events = await matchingEvents(queries, tenantId, filter)
      .$if(last !== undefined, (q) => q.where('id', '<', last as string))
      .selectAll()
      .orderBy('id', 'desc')
      .limit(PORTION)
      .execute();
    yield events;
    if (events.length < PORTION) return;
    last = events.at(-1)?.id;
  }
}

function matchingEvents(
  queries: ListQueries,
  tenantId: TenantId,
  { action, outcome, actor, target, from, to }: EventFilter,
) {
  return (
    queries
      .tenant(tenantId)
      .selectFrom('audit_events')
      .$if(action !== undefined, (q) => q.where('action', '=', action as string))
      // A literal, because PostgreSQL matches the partial index of refusals by this condition.
      .$if(outcome === 'refused', (q) => q.where(sql<boolean>`outcome = 'refused'`))
      .$if(outcome === 'success', (q) => q.where('outcome', '=', 'success'))
      .$if(actor !== undefined, (q) => q.where('actor', '=', actor as string))
      .$if(target !== undefined, (q) => q.where('target', '=', target as string))
      // Identifiers begin with the time: the primary key sorts by it and finds a period.
      .$if(from !== undefined, (q) => q.where('id', '>=', firstIdAt(from as number)))
      .$if(to !== undefined, (q) => q.where('id', '<', firstIdAt(to as number)))
  );
}
