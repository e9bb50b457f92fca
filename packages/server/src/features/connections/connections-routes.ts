import {
  type Connection as ConnectionDto,
  ConnectionTestSchema,
  EngineSchema,
  TableSchema,
} from '@inlay/protocol/connection';
import { UserContextSchema } from '@inlay/protocol/explanation';
import { PageOf, pageIn } from '@inlay/protocol/pagination';
import { Nullable } from '@inlay/protocol/schema-parts';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { ENGINES } from '../../platform/engines/engines.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch } from '../../platform/http/if-match.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import {
  byId,
  nameQuery,
  pageQuery,
  readPageQuery,
  readWholePageQuery,
  wholePageQuery,
} from '../../platform/http/route-parameters.ts';
import { viewerOfContext } from '../../platform/identity/viewer-of-context.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { readsOfContext } from './connect-for.ts';
import {
  ALL_FIELDS,
  ConnectionChangeSchema,
  ConnectionDtoSchema,
  NewConnectionSchema,
} from './connection-schemas.ts';
import { type Connection, listConnections } from './connections.ts';
import { toEngineDto } from './engine-dto.ts';
import {
  changeConnection,
  changedDraft,
  createConnection,
  describeConnection,
  draftConnection,
  removeConnection,
  requireConnection,
  testConnection,
} from './manage-connections.ts';

const tags = ['connections'];
const url = '/api/v0/connections';
const context = Type.Optional(UserContextSchema);

export function connectionsRoutes(app: HttpApp, services: Services): void {
  readRoutes(app, services);
  changeRoutes(app, services);
  useRoutes(app, services);
}

function readRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.get(url, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'listConnections',
      summary: 'List connections',
      querystring: Type.Object({ ...pageQuery, q: nameQuery }),
      response: { 200: PageOf(ConnectionDtoSchema) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const q = request.query.q?.trim() || undefined;
      const { data, meta } = await listConnections(store.lists, id, readPageQuery(request.query), { q });
      return { data: data.map((connection) => toDto(services, id, connection)), meta };
    },
  });

  app.get('/api/v0/engines', {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'listEngines',
      summary: 'List engines',
      description: 'Lists the kinds of connections and their fields.',
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(EngineSchema) },
    },
    handler: (request) => {
      const { data, meta } = pageIn(ENGINES, readPageQuery(request.query));
      return { data: data.map(toEngineDto), meta };
    },
  });

  app.get(`${url}/:id`, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'readConnection',
      summary: 'Read a connection',
      params: byId,
      response: { 200: ConnectionDtoSchema },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      return send(services, reply, id, await requireConnection(store, id, request.params.id));
    },
  });
}

function changeRoutes(app: HttpApp, services: Services): void {
  app.post(url, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'createConnection',
      summary: 'Create a connection',
      description:
        'The connection is saved even if the database cannot be reached. `POST /connections/test` tests it before.',
      body: NewConnectionSchema,
      response: { 201: ConnectionDtoSchema, ...errors(409) },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      const connection = await createConnection(services, id, request.body, actingIn(request));
      return send(services, reply.code(201).header('location', `${url}/${connection.id}`), id, connection);
    },
  });

  app.patch(`${url}/:id`, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'changeConnection',
      summary: 'Change a connection',
      description:
        'Changes only the given fields; null removes a field. Changing where it connects to requires the password again.',
      params: byId,
      headers: ifMatchHeader,
      body: ConnectionChangeSchema,
      response: { 200: ConnectionDtoSchema },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      const target = { id: request.params.id, ifMatch: readIfMatch(request) };
      const connection = await changeConnection(services, id, target, request.body, actingIn(request));
      return send(services, reply, id, connection);
    },
  });

  app.delete(`${url}/:id`, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'deleteConnection',
      summary: 'Delete a connection',
      description: 'Refused while a dataset uses it.',
      params: byId,
      response: { 204: Type.Null(), ...errors(409) },
    },
    handler: async (request, reply) => {
      await removeConnection(services, tenantOf(request).id, request.params.id, actingIn(request));
      return reply.code(204).send(null);
    },
  });
}

/** Routes that connect to the database. */
function useRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.post(`${url}/test`, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'testNewConnection',
      summary: 'Test a connection before it is saved',
      description: 'Responds with 200 even if the connection fails, and gives the reason. Saves nothing.',
      body: Type.Object(
        { connection: NewConnectionSchema, context },
        { additionalProperties: false, title: 'NewConnectionTestRequest' },
      ),
      response: { 200: ConnectionTestSchema },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const { connection, context: sent } = request.body;
      const draft = draftConnection(services, id, connection);
      return testConnection(services, id, draft, sent && viewerOfContext(services, id, sent));
    },
  });

  app.post(`${url}/:id/test`, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'testConnection',
      summary: 'Test a connection',
      description:
        'Responds with 200 even if the connection fails, and gives the reason. With `change`, tests the connection as it would be after that change, and saves nothing.',
      params: byId,
      body: Nullable(
        Type.Object(
          { change: Type.Optional(ConnectionChangeSchema), context },
          { additionalProperties: false, title: 'ConnectionTestRequest' },
        ),
      ),
      response: { 200: ConnectionTestSchema },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const saved = await requireConnection(store, id, request.params.id);
      const { change, context: sent } = request.body ?? {};
      const connection = change ? changedDraft(services, id, saved, change) : saved;
      return testConnection(services, id, connection, sent && viewerOfContext(services, id, sent));
    },
  });

  app.get(`${url}/:id/tables`, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'listTables',
      summary: 'List the tables of a connection',
      description: 'Lists tables with their columns. Each uploaded file is a table.',
      params: byId,
      querystring: Type.Object(wholePageQuery),
      response: { 200: PageOf(TableSchema), ...errors(502, 504) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const tables = await describeConnection(
        services,
        id,
        await requireConnection(store, id, request.params.id),
      );
      return pageIn(tables, readWholePageQuery(request.query));
    },
  });
}

const toDto = ({ vault }: Services, tenantId: TenantId, connection: Connection) =>
  toConnectionDto(connection, readsOfContext(vault, tenantId, connection));

const send = (services: Services, reply: FastifyReply, tenantId: TenantId, connection: Connection) =>
  reply.header('etag', `"${connection.version}"`).send(toDto(services, tenantId, connection));

function toConnectionDto(connection: Connection, reads: readonly string[]): ConnectionDto {
  const { kind, allowed = null, ...values } = connection.definition;
  const { password: _, ...fields } = ALL_FIELDS;
  const settings = Object.entries(fields).map(([name, field]) => [
    name,
    values[name] ?? field.default ?? null,
  ]);
  return {
    id: connection.id,
    name: connection.name,
    kind,
    ...Object.fromEntries(settings),
    hasPassword: connection.sealedPassword !== null,
    allowed,
    reads,
    version: connection.version,
    createdAt: isoTime(connection.createdAt),
    updatedAt: isoTime(connection.updatedAt),
  };
}
