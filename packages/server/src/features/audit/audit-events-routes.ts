import { AuditEventSchema, OutcomeSchema } from '@inlay/protocol/audit-event';
import { PageOf } from '@inlay/protocol/pagination';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { pageQuery, readPageQuery } from '../../platform/http/page-query.ts';
import type { Services } from '../../services.ts';
import { listEvents } from './list-events.ts';
import { showEvent } from './show-event.ts';

export function auditEventsRoutes(app: HttpApp, { store }: Services): void {
  app.get('/api/v0/audit-events', {
    config: { access: 'ADMIN' },
    schema: {
      tags: ['audit'],
      operationId: 'listAuditEvents',
      summary: 'List audit events',
      description: 'Newest first.',
      querystring: Type.Object({
        ...pageQuery,
        action: Type.Optional(Type.String({ maxLength: 128, description: 'Exactly this action.' })),
        outcome: Type.Optional(OutcomeSchema),
        actor: Type.Optional(Type.String({ maxLength: 256, description: 'Exactly this username.' })),
        from: Type.Optional(Type.String({ description: 'Not before this time, ISO 8601.' })),
        to: Type.Optional(Type.String({ description: 'Before this time, ISO 8601.' })),
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
      return { data: data.map(showEvent), meta };
    },
  });
}

const isoInstant = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A day alone begins at midnight UTC; a time without a zone would mean another moment on another server. */
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
