import { SCIM_PATH, ScimGroup, ScimGroupBody, ScimPatch, scimListOf } from '@inlay/protocol/scim';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { bytesOf } from '../../../platform/concurrency/bytes-of.ts';
import { jsonParts } from '../../../platform/concurrency/json-parts.ts';
import { actingIn, type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { ifMatchHeader } from '../../../platform/http/if-match.ts';
import { documentedBody } from '../../../platform/http/read-body.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import type { GroupRow } from '../../../platform/store/schema.ts';
import type { Services } from '../../../services.ts';
import { findNamed } from '../../users/index.ts';
import type { Resource } from '../protocol/attribute.ts';
import { compileFilter } from '../protocol/compile-filter.ts';
import { listQuery, listResponse, projectionQuery, readListQuery } from '../protocol/list-query.ts';
import { includes, type Projection, project, readProjection } from '../protocol/project.ts';
import { isObject, readResource } from '../protocol/read-resource.ts';
import { ScimError } from '../protocol/scim-error.ts';
import {
  baseUrl,
  described,
  SCIM_TYPE,
  scimErrors,
  scimRoute,
  scimSchema,
} from '../protocol/scim-replies.ts';
import { isKnown } from '../protocol/version.ts';
import { GROUP_DEFINITION } from './group-definition.ts';
import { groupVersion, toGroupResource } from './group-resource.ts';
import { changeProvisionedGroup, provisionGroup, removeProvisionedGroup } from './manage-scim-groups.ts';
import { readGroupPatch } from './read-group-patch.ts';
import { groupColumns, listGroupsWhere, membersOf } from './read-groups.ts';
import { memberIds } from './read-members.ts';

const url = `${SCIM_PATH}/Groups`;

/** 100,000 members with their addresses. */
const GROUP_BYTES = 16 * 1024 * 1024;

export function scimGroupsRoutes(app: HttpApp, services: Services): void {
  readRoutes(app, services);
  writeRoutes(app, services);
}

function readRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.get(url, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'listScimGroups',
      summary: 'List groups with SCIM',
      querystring: Type.Object(listQuery),
      response: { 200: described(scimListOf('ScimGroupList', ScimGroup)), ...scimErrors() },
    },
    handler: async (request, reply) => {
      const { id: tenantId } = tenantOf(request);
      const list = readListQuery(GROUP_DEFINITION, request.query);
      const condition = list.filter && compileFilter(list.filter, groupColumns(tenantId), GROUP_DEFINITION);
      const { groups, total } = await listGroupsWhere(store.lists, tenantId, list, condition);
      const members = includes(list.projection, 'members')
        ? await membersOf(store.lists, tenantId, groups)
        : undefined;
      const base = baseUrl(request, services);
      const resources = groups.map((group) =>
        project(toGroupResource(group, base, members?.get(group.id)), list.projection),
      );
      return replyInParts(reply, listResponse(list, total, resources));
    },
  });

  app.get(`${url}/:id`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'readScimGroup',
      summary: 'Read a group with SCIM',
      description: 'Without an ETag if `members` are excluded.',
      params: byId,
      querystring: Type.Object(projectionQuery),
      response: { 200: described(ScimGroup), 304: Type.Null(), ...scimErrors() },
    },
    handler: async (request, reply) => {
      const group = await findNamed(store, tenantOf(request).id, 'groups', request.params.id);
      if (!group) throw new ScimError(404, 'Group not found. Check its id.');
      return replyWithGroup(reply, services, request, group);
    },
  });
}

function writeRoutes(app: HttpApp, services: Services): void {
  const conditional = { params: byId, headers: ifMatchHeader } as const;
  const withMembers = { ...scimRoute, bodyLimit: GROUP_BYTES } as const;

  app.post(url, {
    ...withMembers,
    schema: {
      ...scimSchema,
      operationId: 'createScimGroup',
      summary: 'Create a group with SCIM',
      description:
        'The id is made from the name, stays the same when the group is renamed, and is what rules refer to.',
      querystring: Type.Object(projectionQuery),
      ...documentedBody(ScimGroupBody),
      response: { 201: described(ScimGroup), ...scimErrors(409, 413) },
    },
    handler: async (request, reply) => {
      const { resource, members } = readGroup(request.body);
      const group = await provisionGroup(services, resource, members, provisioningIn(request));
      const location = `${baseUrl(request, services)}/Groups/${encodeURIComponent(group.id)}`;
      return replyWithGroup(reply.code(201).header('location', location), services, request, group);
    },
  });

  app.put(`${url}/:id`, {
    ...withMembers,
    schema: {
      ...scimSchema,
      operationId: 'replaceScimGroup',
      summary: 'Replace a group with SCIM',
      ...conditional,
      querystring: Type.Object(projectionQuery),
      ...documentedBody(ScimGroupBody),
      response: { 200: described(ScimGroup), ...scimErrors(409, 412, 413) },
    },
    handler: async (request, reply) => {
      const { resource, members } = readGroup(request.body);
      const steps = [{ op: 'replace', ids: members }] as const;
      const { id } = request.params;
      const change = () => resource;
      const group = await changeProvisionedGroup(
        services,
        { id, request, change, steps },
        provisioningIn(request),
      );
      return replyWithGroup(reply, services, request, group);
    },
  });

  app.patch(`${url}/:id`, {
    ...withMembers,
    schema: {
      ...scimSchema,
      operationId: 'changeScimGroup',
      summary: 'Change a group and its members with SCIM',
      description: 'All operations or none. Adding a member takes the same time however many there are.',
      ...conditional,
      ...documentedBody(ScimPatch),
      response: { 204: Type.Null(), ...scimErrors(409, 412, 413) },
    },
    handler: async (request, reply) => {
      const { change, steps } = readGroupPatch(request.body);
      const { id } = request.params;
      await changeProvisionedGroup(services, { id, request, change, steps }, provisioningIn(request));
      return reply.code(204).send(null);
    },
  });

  app.delete(`${url}/:id`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'deleteScimGroup',
      summary: 'Delete a group with SCIM',
      ...conditional,
      response: { 204: Type.Null(), ...scimErrors(412) },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      await removeProvisionedGroup(services, { id, request }, provisioningIn(request));
      return reply.code(204).send(null);
    },
  });
}

/** Members are read apart: there may be more than an attribute otherwise has values. */
function readGroup(body: unknown): { readonly resource: Resource; readonly members: readonly string[] } {
  if (!isObject(body)) return { resource: readResource(GROUP_DEFINITION, body), members: [] };
  const isMembers = ([name]: readonly [string, unknown]) =>
    ['members', `${GROUP_DEFINITION.core.id}:members`.toLowerCase()].includes(name.toLowerCase());
  const entries = Object.entries(body);
  return {
    resource: readResource(GROUP_DEFINITION, Object.fromEntries(entries.filter((each) => !isMembers(each)))),
    members: memberIds(entries.find(isMembers)?.[1]),
  };
}

const provisioningIn = (request: FastifyRequest) => ({
  ...actingIn(request),
  tenantId: tenantOf(request).id,
});

async function replyWithGroup(
  reply: FastifyReply,
  services: Services,
  request: FastifyRequest,
  group: GroupRow,
): Promise<FastifyReply> {
  const projection = readProjection(GROUP_DEFINITION, request.query as object);
  const members = await readMembersFor(services, request, group, projection);
  if (members) {
    const version = groupVersion(group, members);
    reply.header('etag', version);
    if (request.method === 'GET' && isKnown(request, version)) return reply.code(304).send(null);
  }
  return replyInParts(
    reply,
    project(toGroupResource(group, baseUrl(request, services), members), projection),
  );
}

/** Read where the response or its condition needs them. */
async function readMembersFor(
  { store }: Services,
  request: FastifyRequest,
  group: GroupRow,
  projection: Projection,
): Promise<readonly string[] | undefined> {
  if (!includes(projection, 'members') && request.headers['if-none-match'] === undefined) return undefined;
  return (await membersOf(store.lists, group.tenant_id, [group])).get(group.id);
}

/** As fast as the client reads it: a group may have 100,000 members. */
const replyInParts = (reply: FastifyReply, body: Resource): FastifyReply =>
  reply.type(`${SCIM_TYPE}; charset=utf-8`).send(bytesOf(jsonParts(body)));
