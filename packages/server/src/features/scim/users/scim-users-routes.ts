import { SCIM_PATH, ScimPatch, ScimUser, ScimUserBody, scimListOf } from '@inlay/protocol/scim';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { actingIn, type HttpApp, principalOf, tenantOf } from '../../../platform/http/http-app.ts';
import { ifMatchHeader } from '../../../platform/http/if-match.ts';
import { documentedBody } from '../../../platform/http/read-body.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { findUser, listUsersWhere, type UserWithGroups } from '../../users/index.ts';
import { applyPatch } from '../protocol/apply-patch.ts';
import type { Resource } from '../protocol/attribute.ts';
import { compileFilter } from '../protocol/compile-filter.ts';
import { listQuery, listResponse, projectionQuery, readListQuery } from '../protocol/list-query.ts';
import { project, readProjection } from '../protocol/project.ts';
import { readPatch } from '../protocol/read-patch.ts';
import { readResource } from '../protocol/read-resource.ts';
import { ScimError } from '../protocol/scim-error.ts';
import {
  baseUrl,
  described,
  replyScim,
  scimErrors,
  scimRoute,
  scimSchema,
} from '../protocol/scim-replies.ts';
import { isKnown } from '../protocol/version.ts';
import { changeProvisionedUser, provisionUser, removeProvisionedUser } from './manage-scim-users.ts';
import { grantableRoles } from './provisioning-policy.ts';
import { userColumns } from './user-columns.ts';
import { userDefinition } from './user-definition.ts';
import { replacedResource, toUserResource, userVersion } from './user-resource.ts';

const url = `${SCIM_PATH}/Users`;

export function scimUsersRoutes(app: HttpApp, services: Services): void {
  readRoutes(app, services);
  writeRoutes(app, services);
}

function readRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.get(url, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'listScimUsers',
      summary: 'List users with SCIM',
      querystring: Type.Object(listQuery),
      response: { 200: described(scimListOf('ScimUserList', ScimUser)), ...scimErrors() },
    },
    handler: async (request, reply) => {
      const { id: tenantId } = tenantOf(request);
      const definition = definitionFor(request);
      const list = readListQuery(definition, request.query);
      const condition = list.filter && compileFilter(list.filter, userColumns(tenantId), definition);
      const { users, total } = await listUsersWhere(store.lists, tenantId, list, condition);
      const context = {
        base: baseUrl(request, services),
        groupNames: await groupNames(store.lists, tenantId, users),
      };
      const resources = users.map((user) => project(toUserResource(user, context), list.projection));
      return replyScim(reply, listResponse(list, total, resources));
    },
  });

  app.get(`${url}/:id`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'readScimUser',
      summary: 'Read a user with SCIM',
      params: byId,
      querystring: Type.Object(projectionQuery),
      response: { 200: described(ScimUser), 304: Type.Null(), ...scimErrors() },
    },
    handler: async (request, reply) => {
      const user = await findUser(store, tenantOf(request).id, request.params.id);
      if (!user) throw new ScimError(404, 'User not found. Check the id.');
      const version = userVersion(user);
      if (isKnown(request, version)) return reply.code(304).header('etag', version).send(null);
      return replyScim(reply.header('etag', version), await responseFor(services, request, user));
    },
  });
}

function writeRoutes(app: HttpApp, services: Services): void {
  const conditional = { params: byId, headers: ifMatchHeader } as const;

  app.post(url, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'createScimUser',
      summary: 'Create a user with SCIM',
      querystring: Type.Object(projectionQuery),
      ...documentedBody(ScimUserBody),
      response: { 201: described(ScimUser), ...scimErrors(409, 413) },
    },
    handler: async (request, reply) => {
      const resource = readResource(definitionFor(request), request.body);
      const user = await provisionUser(services, resource, provisioningIn(request));
      const location = `${baseUrl(request, services)}/Users/${user.id}`;
      reply.code(201).headers({ location, etag: userVersion(user) });
      return replyScim(reply, await responseFor(services, request, user));
    },
  });

  app.put(`${url}/:id`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'replaceScimUser',
      summary: 'Replace a user with SCIM',
      description:
        '`active`, `roles` and the enterprise extension stay as they are if the body does not have them.',
      ...conditional,
      querystring: Type.Object(projectionQuery),
      ...documentedBody(ScimUserBody),
      response: { 200: described(ScimUser), ...scimErrors(409, 412, 413) },
    },
    handler: async (request, reply) => {
      const resource = readResource(definitionFor(request), request.body);
      const { id } = request.params;
      const user = await changeProvisionedUser(
        services,
        { id, request, change: (before) => replacedResource(before, resource) },
        provisioningIn(request),
      );
      return replyScim(reply.header('etag', userVersion(user)), await responseFor(services, request, user));
    },
  });

  app.patch(`${url}/:id`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'changeScimUser',
      summary: 'Change a user with SCIM',
      description: 'All operations or none. Deactivating a user ends all sessions at once.',
      ...conditional,
      querystring: Type.Object(projectionQuery),
      ...documentedBody(ScimPatch),
      response: { 200: described(ScimUser), ...scimErrors(409, 412, 413) },
    },
    handler: async (request, reply) => {
      const definition = definitionFor(request);
      const operations = readPatch(request.body);
      const change = (before: Resource) => applyPatch(definition, before, operations);
      const { id } = request.params;
      const user = await changeProvisionedUser(services, { id, request, change }, provisioningIn(request));
      return replyScim(reply.header('etag', userVersion(user)), await responseFor(services, request, user));
    },
  });

  app.delete(`${url}/:id`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'deleteScimUser',
      summary: 'Delete a user with SCIM',
      ...conditional,
      response: { 204: Type.Null(), ...scimErrors(412) },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      await removeProvisionedUser(services, { id, request }, provisioningIn(request));
      return reply.code(204).send(null);
    },
  });
}

const definitionFor = (request: FastifyRequest) => userDefinition(grantableRoles(principalOf(request)));

function provisioningIn(request: FastifyRequest) {
  const grantable = grantableRoles(principalOf(request));
  return { ...actingIn(request), tenantId: tenantOf(request).id, grantable };
}

async function responseFor(
  services: Services,
  request: FastifyRequest,
  user: UserWithGroups,
): Promise<Resource> {
  const projection = readProjection(definitionFor(request), request.query as object);
  const names = await groupNames(services.store, user.tenant_id, [user]);
  return project(toUserResource(user, { base: baseUrl(request, services), groupNames: names }), projection);
}

async function groupNames(
  queries: Queries,
  tenantId: TenantId,
  users: readonly UserWithGroups[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(users.flatMap(({ groups }) => groups))];
  const names = new Map<string, string>();
  // SQLite binds at most 32,766 values to a statement.
  for (let start = 0; start < ids.length; start += 5000) {
    const rows = await queries
      .tenant(tenantId)
      .selectFrom('groups')
      .select(['id', 'name'])
      .where('id', 'in', ids.slice(start, start + 5000))
      .execute();
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}
