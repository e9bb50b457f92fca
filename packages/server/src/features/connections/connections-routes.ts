import {
  ConnectionChangeSchema,
  type Connection as ConnectionDto,
  ConnectionSchema,
  ConnectionTestSchema,
  NewConnectionSchema,
  TableListSchema,
} from '@inlay/protocol/connection';
import { UserContextSchema } from '@inlay/protocol/explanation';
import { PageOf } from '@inlay/protocol/pagination';
import { Nullable } from '@inlay/protocol/schema-parts';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { actingIn } from '../../platform/http/acting-in.ts';
import { byId } from '../../platform/http/by-id.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch } from '../../platform/http/if-match.ts';
import { pageQuery, readPageQuery } from '../../platform/http/page-query.ts';
import { time } from '../../platform/http/show.ts';
import { viewerOfContext } from '../../platform/identity/viewer-of-context.ts';
import type { Services } from '../../services.ts';
import { readsOfContext } from './connect-for.ts';
import { type Connection, findConnection, listConnections } from './connections.ts';
import {
  changeConnection,
  createConnection,
  describeConnection,
  noConnection,
  removeConnection,
  testConnection,
} from './manage-connections.ts';

export function connectionsRoutes(app: HttpApp, services: Services): void {
  const { store, vault } = services;
  const config = { access: 'ADMIN' } as const;
  const tags = ['connections'];
  const url = '/api/v0/connections';
  const find = async (tenantId: TenantId, id: string) => {
    const connection = await findConnection(store, tenantId, id);
    if (!connection) throw noConnection();
    return connection;
  };
  const toDto = (tenantId: TenantId, connection: Connection) =>
    toConnectionDto(connection, readsOfContext(vault, tenantId, connection));
  const send = (reply: FastifyReply, tenantId: TenantId, connection: Connection) =>
    reply.header('etag', `"${connection.version}"`).send(toDto(tenantId, connection));

  app.get(url, {
    config,
    schema: {
      tags,
      operationId: 'listConnections',
      summary: 'List connections',
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(ConnectionSchema) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const { data, meta } = await listConnections(store.lists, id, readPageQuery(request.query));
      return { data: data.map((connection) => toDto(id, connection)), meta };
    },
  });

  app.post(url, {
    config,
    schema: {
      tags,
      operationId: 'createConnection',
      summary: 'Create a connection',
      description: 'It is saved whether or not the database can be reached: test it afterwards.',
      body: NewConnectionSchema,
      response: { 201: ConnectionSchema, ...errors(409) },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      const connection = await createConnection(services, id, request.body, actingIn(request));
      return send(reply.code(201).header('location', `${url}/${connection.id}`), id, connection);
    },
  });

  app.get(`${url}/:id`, {
    config,
    schema: {
      tags,
      operationId: 'readConnection',
      summary: 'Read a connection',
      params: byId,
      response: { 200: ConnectionSchema },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      return send(reply, id, await find(id, request.params.id));
    },
  });

  app.patch(`${url}/:id`, {
    config,
    schema: {
      tags,
      operationId: 'changeConnection',
      summary: 'Change a connection',
      description:
        'Only the fields that are sent change; null removes one. A change of where it connects to needs the password again.',
      params: byId,
      headers: ifMatchHeader,
      body: ConnectionChangeSchema,
      response: { 200: ConnectionSchema },
    },
    handler: async (request, reply) => {
      const { id } = tenantOf(request);
      const target = { id: request.params.id, ifMatch: readIfMatch(request) };
      const connection = await changeConnection(services, id, target, request.body, actingIn(request));
      return send(reply, id, connection);
    },
  });

  app.delete(`${url}/:id`, {
    config,
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

  app.post(`${url}/:id/test`, {
    config,
    schema: {
      tags,
      operationId: 'testConnection',
      summary: 'Test a connection',
      description: 'Returns 200 even if the connection fails, with the reason.',
      params: byId,
      body: Nullable(
        Type.Object(
          { context: Type.Optional(UserContextSchema) },
          { additionalProperties: false, title: 'ConnectionTestRequest' },
        ),
      ),
      response: { 200: ConnectionTestSchema },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const connection = await find(id, request.params.id);
      const context = request.body?.context;
      return testConnection(services, id, connection, context && viewerOfContext(services, id, context));
    },
  });

  app.get(`${url}/:id/tables`, {
    config,
    schema: {
      tags,
      operationId: 'listTables',
      summary: 'List the tables of a connection',
      description: 'With their columns; for the kind `duckdb` each uploaded file is a table.',
      params: byId,
      response: { 200: TableListSchema, ...errors(502, 504) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      const tables = await describeConnection(services, id, await find(id, request.params.id));
      return { data: tables };
    },
  });
}

function toConnectionDto(connection: Connection, reads: readonly string[]): ConnectionDto {
  const { kind, host, port, database, user, tls, certificateAuthority, allowed } = connection.definition;
  return {
    id: connection.id,
    name: connection.name,
    kind,
    host: host ?? null,
    port: port ?? null,
    database: database ?? null,
    user: user ?? null,
    hasPassword: connection.sealedPassword !== null,
    tls: tls ?? 'verified',
    certificateAuthority: certificateAuthority ?? null,
    allowed: allowed ?? null,
    reads,
    version: connection.version,
    createdAt: time(connection.createdAt),
    updatedAt: time(connection.updatedAt),
  };
}
