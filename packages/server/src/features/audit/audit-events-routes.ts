import { AuditEventSchema, OutcomeSchema } from '@inlay/protocol/audit-event';
import { PageOf } from '@inlay/protocol/pagination';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import Type from 'typebox';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { AppError } from '../../platform/errors.ts';
import { chooseEncoding, encodeParts } from '../../platform/http/encoding.ts';
import { actingIn, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import { pageQuery, readPageQuery } from '../../platform/http/route-parameters.ts';
import { BYTE_ORDER_MARK } from '../../platform/render/csv-line.ts';
import type { AuditEventRow } from '../../platform/store/schema.ts';
import type { Services } from '../../services.ts';
import { EVENT_CSV_HEADER, eventCsvLine, toEventDto } from './event-dto.ts';
import { type EventFilter, everyEvent, listEvents } from './list-events.ts';

const filterQuery = {
  action: Type.Optional(Type.String({ maxLength: 128, description: 'Only events with this action.' })),
  outcome: Type.Optional(OutcomeSchema),
  actor: Type.Optional(
    Type.String({ maxLength: 1024, description: 'Only events of this username, of a user or a viewer.' }),
  ),
  target: Type.Optional(
    Type.String({ maxLength: 256, description: 'Only events on this object, such as the id of a dataset.' }),
  ),
  from: Type.Optional(Type.String({ description: 'Only events at or after this time, ISO 8601.' })),
  to: Type.Optional(Type.String({ description: 'Only events before this time, ISO 8601.' })),
};
const FilterQuery = Type.Object(filterQuery);

const url = '/api/v0/audit-events';
const config = forAdmins('audit:read');
const tags = ['audit'];

export function auditEventsRoutes(app: HttpApp, services: Services): void {
  const { store, accesses } = services;

  app.get(url, {
    config,
    schema: {
      tags,
      operationId: 'listAuditEvents',
      summary: 'List audit events',
      description: 'Newest first.',
      querystring: Type.Object({ ...pageQuery, ...filterQuery }),
      response: { 200: PageOf(AuditEventSchema) },
    },
    handler: async (request) => {
      const filter = filterOf(request.query);
      await accesses.flush();
      const page = readPageQuery(request.query);
      const { data, meta } = await listEvents(store.lists, tenantOf(request).id, page, filter);
      return { data: data.map(toEventDto), meta };
    },
  });

  app.get(`${url}/export.csv`, {
    config,
    schema: {
      tags,
      operationId: 'exportAuditEventsCsv',
      summary: 'Export audit events as CSV',
      description:
        'All matching events, newest first. Texts that a spreadsheet would run as a formula begin with a quote. The export is recorded itself.',
      querystring: FilterQuery,
      response: { 200: { description: 'The file.', content: { 'text/csv': { schema: Type.Unknown() } } } },
    },
    handler: async (request, reply) =>
      sendEvents(services, { request, reply, format: 'csv', filter: filterOf(request.query) }),
  });

  app.get(`${url}/export.ndjson`, {
    config,
    schema: {
      tags,
      operationId: 'exportAuditEventsJson',
      summary: 'Export audit events as lines of JSON',
      description: 'All matching events, newest first, one per line. The export is recorded itself.',
      querystring: FilterQuery,
      response: {
        200: {
          description: 'One event per line.',
          content: { 'application/x-ndjson': { schema: AuditEventSchema } },
        },
      },
    },
    handler: async (request, reply) =>
      sendEvents(services, { request, reply, format: 'ndjson', filter: filterOf(request.query) }),
  });
}

const filterOf = ({ from, to, ...equal }: Static<typeof FilterQuery>): EventFilter => ({
  action: equal.action,
  outcome: equal.outcome,
  actor: equal.actor,
  target: equal.target,
  from: eventInstant('from', from),
  to: eventInstant('to', to),
});

const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    header: `${BYTE_ORDER_MARK}${EVENT_CSV_HEADER}`,
    line: eventCsvLine,
  },
  ndjson: {
    type: 'application/x-ndjson',
    header: '',
    line: (event: AuditEventRow) => `${JSON.stringify(toEventDto(event))}\n`,
  },
} as const;

/** About as much as one portion and its text. */
const HELD_BYTES = 1024 * 1024;

interface EventExport {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly format: keyof typeof FORMATS;
  readonly filter: EventFilter;
}

/** Streams events as the client reads them, portion by portion. Events since the request are not part of it. */
async function sendEvents(
  { store, time, accesses }: Services,
  { request, reply, format, filter }: EventExport,
): Promise<FastifyReply> {
  const { id } = tenantOf(request);
  const { type, header, line } = FORMATS[format];
  const { actor, caller } = actingIn(request);
  await accesses.flush();
  const now = time.now();
  const until = { ...filter, to: Math.min(filter.to ?? now, now) };
  await store.write((transaction) =>
    recordEvent(transaction, id, now, caller, { action: 'audit.export', actor, details: { format } }),
  );
  const parts = async function* () {
    yield header;
    for await (const events of everyEvent(store.lists, id, until)) yield events.map(line).join('');
  };
  reply.holds = { what: {}, bytes: () => HELD_BYTES };
  return reply
    .header('content-disposition', `attachment; filename="audit-events.${format}"`)
    .type(type)
    .send(encodeParts(parts(), chooseEncoding(request, reply)));
}

const isoInstant = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A date starts at midnight UTC. A time without a zone would depend on the server's time zone. */
function eventInstant(name: string, given: string | undefined): number | undefined {
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
