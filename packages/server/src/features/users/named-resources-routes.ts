import { type Named, namedSchemas } from '@inlay/protocol/named';
import { PageOf } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { writeRecorded } from '../../platform/audit/record-event.ts';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import { byId, pageQuery, readPageQuery } from '../../platform/http/route-parameters.ts';
import type { NamedRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import {
  deleteNamed,
  findNamed,
  insertNamed,
  listNamed,
  type NamedKind,
  renameNamed,
} from './named-resources.ts';

/** Routes of groups and workspaces, which are the same except for the name. */
export function namedRoutes(
  app: HttpApp,
  services: Services,
  kind: NamedKind,
  singular: 'group' | 'workspace',
): void {
  const title = singular === 'group' ? 'Group' : 'Workspace';
  const { dto: NamedSchema, create, change: renaming } = namedSchemas(title);
  const reading = forAdmins('settings:read');
  const writing = forAdmins(kind === 'groups' ? 'users:write' : 'settings:write');
  const tags = [kind];
  const url = `/api/v0/${kind}`;
  const change = <T>(
    request: FastifyRequest,
    action: 'create' | 'change' | 'delete',
    target: string,
    work: (transaction: Queries, tenantId: TenantId, now: number) => Promise<T>,
  ): Promise<T> => {
    const { id } = tenantOf(request);
    const event = { action: `${singular}.${action}`, target } as const;
    return writeRecorded(services, id, actingIn(request), event, (transaction, now) =>
      work(transaction, id, now),
    );
  };
  const notFound = () =>
    new AppError('NOT_FOUND', {
      message: `${singular[0]?.toUpperCase()}${singular.slice(1)} not found. Check its id.`,
    });

  app.get(url, {
    config: reading,
    schema: {
      tags,
      operationId: `list${title}s`,
      summary: `List ${kind}`,
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(NamedSchema) },
    },
    handler: async (request) => {
      const { data, meta } = await listNamed(
        services.store.lists,
        tenantOf(request).id,
        kind,
        readPageQuery(request.query),
      );
      return { data: data.map(toNamedDto), meta };
    },
  });

  app.post(url, {
    config: writing,
    schema: {
      tags,
      operationId: `create${title}`,
      summary: `Create a ${singular}`,
      body: create,
      response: { 201: NamedSchema, ...errors(409) },
    },
    handler: async (request, reply) => {
      const created = await change(request, 'create', request.body.id, (transaction, tenantId, now) =>
        insertNamed(transaction, tenantId, kind, request.body, now),
      );
      return reply.code(201).header('location', `${url}/${created.id}`).send(toNamedDto(created));
    },
  });

  app.get(`${url}/:id`, {
    config: reading,
    schema: {
      tags,
      operationId: `read${title}`,
      summary: `Read a ${singular}`,
      params: byId,
      response: { 200: NamedSchema },
    },
    handler: async (request) => {
      const row = await findNamed(services.store, tenantOf(request).id, kind, request.params.id);
      if (!row) throw notFound();
      return toNamedDto(row);
    },
  });

  app.patch(`${url}/:id`, {
    config: writing,
    schema: {
      tags,
      operationId: `rename${title}`,
      summary: `Rename a ${singular}`,
      params: byId,
      body: renaming,
      response: { 200: NamedSchema },
    },
    handler: async (request) => {
      const { id } = request.params;
      return change(request, 'change', id, async (transaction, tenantId, now) => {
        const row = await renameNamed(transaction, tenantId, kind, { id, ...request.body }, now);
        if (!row) throw notFound();
        return toNamedDto(row);
      });
    },
  });

  app.delete(`${url}/:id`, {
    config: writing,
    schema: {
      tags,
      operationId: `delete${title}`,
      summary: `Delete a ${singular}`,
      params: byId,
      response: { 204: Type.Null(), ...errors(409) },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      await change(request, 'delete', id, async (transaction, tenantId) => {
        if (!(await deleteNamed(transaction, tenantId, kind, id))) throw notFound();
      });
      return reply.code(204).send(null);
    },
  });
}

function toNamedDto({ id, name, created_at, updated_at }: NamedRow): Named {
  return { id, name, createdAt: isoTime(created_at), updatedAt: isoTime(updated_at) };
}
