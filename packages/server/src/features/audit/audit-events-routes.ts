import { type AuditEvent, AuditEventSchema, OutcomeSchema } from '@inlay/protocol/audit-event';
import { type Page, PageOf, type PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { pageQuery, readPageQuery } from '../../platform/http/page-query.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import { isoTime } from '../../platform/http/show.ts';
import { firstIdAt } from '../../platform/new-id.ts';
import { readPage } from '../../platform/store/read-page.ts';
import type { AuditEventRow } from '../../platform/store/schema.ts';
import type { ListQueries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';

export function auditEventsRoutes(app: HttpApp, { store }: Services): void {
  app.get('/api/v0/audit-events', {
    config: forAdmins('audit:read'),
    schema: {
      tags: ['audit'],
      operationId: 'listAuditEvents',
      summary: 'List audit events',
      description: 'Newest first.',
      querystring: Type.Object({
        ...pageQuery,
        action: Type.Optional(Type.String({ maxLength: 128, description: 'Only events with this action.' })),
        outcome: Type.Optional(OutcomeSchema),
        actor: Type.Optional(Type.String({ maxLength: 256, description: 'Only events of this username.' })),
        from: Type.Optional(Type.String({ description: 'Only events at or after this time, ISO 8601.' })),
        to: Type.Optional(Type.String({ description: 'Only events before this time, ISO 8601.' })),
      }),
      response: { 200: PageOf(AuditEventSchema) },
    },
    handler: async (request) => {
      const { action, outcome, actor, from, to } = request.query;
      const filter = { action, outcome, actor, from: instant('from', from), to: instant('to', to) };
      const { data, meta } = await listEvents(
        store.lists,
        tenantOf(request).id,
        readPageQuery(request.query),
        filter,
      );
      return { data: data.map(toEventDto), meta };
    },
  });
}

const isoInstant = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A date starts at midnight UTC. A time without a zone would depend on the server's time zone. */
function instant(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const at = isoInstant.test(given) && isDay(given.slice(0, 10)) ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(at)) {
    throw new AppError('REQUEST_INVALID', {
      message: `${name} must be a time such as 2026-01-31T00:00:00Z.`,
    });
  }
  return at;
}

/** `Date.parse` reads 31 February as 3 March. */
function isDay(day: string): boolean {
  const parsed = Date.parse(day);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(day);
}

interface EventFilter {
  readonly action?: string | undefined;
  readonly outcome?: 'success' | 'refused' | undefined;
  readonly actor?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

async function listEvents(
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
    // A literal, because PostgreSQL matches the partial index of refusals by this condition.
    .$if(outcome === 'refused', (q) => q.where(sql<boolean>`outcome = 'refused'`))
    .$if(outcome === 'success', (q) => q.where('outcome', '=', 'success'))
    .$if(actor !== undefined, (q) => q.where('actor', '=', actor as string))
    // Identifiers begin with the time: the primary key sorts by it and finds a period.
    .$if(from !== undefined, (q) => q.where('id', '>=', firstIdAt(from as number)))
    .$if(to !== undefined, (q) => q.where('id', '<', firstIdAt(to as number)));
  return readPage(request, matching, (events) => events.selectAll().orderBy('id', 'desc'));
}

function toEventDto(event: AuditEventRow): AuditEvent {
  return {
    id: event.id,
    at: isoTime(event.at),
    action: event.action,
    outcome: event.outcome,
    actor: event.actor,
    target: event.target,
    reason: event.reason,
    count: event.count,
    requestId: event.request_id,
    ip: event.ip,
    details: event.details === null ? null : JSON.parse(event.details),
  };
}
