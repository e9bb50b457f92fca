import { MAX_LIMIT } from '@inlay/protocol/pagination';
import { SCIM_PATH, ScimDocument, scimListOf } from '@inlay/protocol/scim';
import type { FastifyRequest } from 'fastify';
import { type HttpApp, principalOf } from '../../../platform/http/http-app.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import type { Services } from '../../../services.ts';
import { GROUP_DEFINITION } from '../groups/group-definition.ts';
import type { Resource, ResourceDefinition } from '../protocol/attribute.ts';
import { listResponse } from '../protocol/list-query.ts';
import { ScimError } from '../protocol/scim-error.ts';
import {
  baseUrl,
  described,
  replyScim,
  scimErrors,
  scimRoute,
  scimSchema,
} from '../protocol/scim-replies.ts';
import { grantableRoles } from '../users/provisioning-policy.ts';
import { userDefinition } from '../users/user-definition.ts';
import { resourceTypeDocument, schemaDocument, serviceProviderConfig } from './documents.ts';

/** What this server supports (RFC 7644 §4). */
export function discoveryRoutes(app: HttpApp, services: Services): void {
  app.get(`${SCIM_PATH}/ServiceProviderConfig`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'readScimConfig',
      summary: 'Read what the SCIM endpoint supports',
      response: { 200: described(ScimDocument), ...scimErrors() },
    },
    handler: async (request, reply) =>
      replyScim(reply, serviceProviderConfig(baseUrl(request, services), MAX_LIMIT)),
  });

  documentRoutes(
    app,
    'ResourceTypes',
    ['ScimResourceTypes', 'resource types', 'a resource type'],
    (request) =>
      definitionsFor(request).map((each) => resourceTypeDocument(each, baseUrl(request, services))),
  );
  documentRoutes(app, 'Schemas', ['ScimSchemas', 'schemas', 'a schema'], (request) =>
    definitionsFor(request)
      .flatMap(({ core, extensions }) => [core, ...extensions])
      .map((each) => schemaDocument(each, baseUrl(request, services))),
  );
  unsupportedRoutes(app);
}

function definitionsFor(request: FastifyRequest): readonly ResourceDefinition[] {
  return [userDefinition(grantableRoles(principalOf(request))), GROUP_DEFINITION];
}

function documentRoutes(
  app: HttpApp,
  name: 'ResourceTypes' | 'Schemas',
  [operation, plural, singular]: readonly [operation: string, plural: string, singular: string],
  documents: (request: FastifyRequest) => readonly Resource[],
): void {
  app.get(`${SCIM_PATH}/${name}`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: `list${operation}`,
      summary: `List the ${plural} of SCIM`,
      response: { 200: described(scimListOf('ScimDocumentList', ScimDocument)), ...scimErrors() },
    },
    handler: async (request, reply) => {
      // RFC 7644 §4: a filter could hide what a client relies on.
      if (Object.hasOwn(request.query as object, 'filter'))
        throw new ScimError(403, `${name} cannot be filtered.`);
      const all = documents(request);
      return replyScim(reply, listResponse({ offset: 0 }, all.length, all));
    },
  });

  app.get(`${SCIM_PATH}/${name}/:id`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: `read${operation.slice(0, -1)}`,
      summary: `Read ${singular} of SCIM`,
      params: byId,
      response: { 200: described(ScimDocument), ...scimErrors() },
    },
    handler: async (request, reply) => {
      const found = documents(request).find(({ id }) => id === request.params.id);
      if (!found) throw new ScimError(404, 'Not found. Check the id.');
      return replyScim(reply, found);
    },
  });
}

/** RFC 7644 §3.11 and §3.4.3: an API key is no user, and each list is searched by itself. */
function unsupportedRoutes(app: HttpApp): void {
  app.get(`${SCIM_PATH}/Me`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'readScimMe',
      summary: 'Not supported',
      description: 'An API key has no user.',
      response: scimErrors(501),
    },
    handler: () => {
      throw new ScimError(501, 'An API key has no user. Read /Users.');
    },
  });

  app.post(`${SCIM_PATH}/.search`, {
    ...scimRoute,
    schema: {
      ...scimSchema,
      operationId: 'searchScim',
      summary: 'Not supported',
      description: 'Filter the lists of users and groups instead.',
      response: scimErrors(501),
    },
    handler: () => {
      throw new ScimError(501, 'Send GET /Users or GET /Groups with a filter.');
    },
  });
}
