import {
  ApiKeyChangeSchema,
  ApiKeyRotationSchema,
  ApiKeySchema,
  CreatedApiKeySchema,
  NewApiKeySchema,
} from '@inlay/protocol/api-key';
import { PageOf } from '@inlay/protocol/pagination';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, principalOf, tenantOf } from '../../platform/http/http-app.ts';
import { afterConfirmation, forAdmins } from '../../platform/http/route-access.ts';
import { byId, pageQuery, readPageQuery } from '../../platform/http/route-parameters.ts';
import type { Services } from '../../services.ts';
import { findApiKey, listApiKeys, toApiKeyDto } from './api-keys.ts';
import {
  changeApiKey,
  createApiKey,
  type IssuedKey,
  type KeyManager,
  revokeApiKey,
  rotateApiKey,
} from './manage-api-keys.ts';

const DEFAULT_OVERLAP_HOURS = 24;

const tags = ['api keys'];
const url = '/api/v0/api-keys';

/** Keys for programs that call this API. */
export function apiKeysRoutes(app: HttpApp, services: Services): void {
  readRoutes(app, services);
  changeRoutes(app, services);
}

function readRoutes(app: HttpApp, services: Services): void {
  const { store, time } = services;

  app.get(url, {
    config: forAdmins('keys:read'),
    schema: {
      tags,
      operationId: 'listApiKeys',
      summary: 'List API keys',
      description: 'By name, including expired ones. Never shows the keys themselves.',
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(ApiKeySchema) },
    },
    handler: async (request) => {
      const page = readPageQuery(request.query);
      const { data, meta } = await listApiKeys(store.lists, tenantOf(request).id, page);
      return { data: data.map((row) => toApiKeyDto(row, time.now())), meta };
    },
  });

  app.get(`${url}/:id`, {
    config: forAdmins('keys:read'),
    schema: {
      tags,
      operationId: 'readApiKey',
      summary: 'Read an API key',
      params: byId,
      response: { 200: ApiKeySchema },
    },
    handler: async (request) => {
      const row = await findApiKey(store, tenantOf(request).id, request.params);
      if (!row) throw new AppError('NOT_FOUND', { message: 'API key not found. Check the id.' });
      return toApiKeyDto(row, time.now());
    },
  });
}

function changeRoutes(app: HttpApp, services: Services): void {
  const { time } = services;
  const issuedDto = ({ row, key }: IssuedKey) => ({ ...toApiKeyDto(row, time.now()), key });

  app.post(url, {
    config: afterConfirmation(forAdmins('keys:write')),
    schema: {
      tags,
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description:
        'The response contains the key, which is shown only once and stored only as a hash. A caller can create only keys with scopes that it has itself.',
      body: NewApiKeySchema,
      response: { 201: CreatedApiKeySchema, ...errors(409) },
    },
    handler: async (request, reply) => {
      const issued = await createApiKey(services, tenantOf(request).id, request.body, managerIn(request));
      return reply.code(201).header('cache-control', 'no-store').send(issuedDto(issued));
    },
  });

  app.patch(`${url}/:id`, {
    config: afterConfirmation(forAdmins('keys:write')),
    schema: {
      tags,
      operationId: 'changeApiKey',
      summary: 'Change an API key',
      description: 'The key itself stays the same. Takes effect immediately.',
      params: byId,
      body: ApiKeyChangeSchema,
      response: { 200: ApiKeySchema, ...errors(409) },
    },
    handler: async (request) => {
      const { id: tenantId } = tenantOf(request);
      const row = await changeApiKey(services, tenantId, request.params.id, request.body, managerIn(request));
      return toApiKeyDto(row, time.now());
    },
  });

  app.post(`${url}/:id/rotate`, {
    config: afterConfirmation(forAdmins('keys:write')),
    schema: {
      tags,
      operationId: 'rotateApiKey',
      summary: 'Replace an API key',
      description:
        'The response contains the new key, which is shown only once. The previous key stays valid for `overlapHours`; a key that was replaced before ends now.',
      params: byId,
      body: ApiKeyRotationSchema,
      response: { 200: CreatedApiKeySchema },
    },
    handler: async (request, reply) => {
      const { overlapHours = DEFAULT_OVERLAP_HOURS } = request.body;
      const { id: tenantId } = tenantOf(request);
      const issued = await rotateApiKey(
        services,
        tenantId,
        request.params.id,
        overlapHours,
        managerIn(request),
      );
      return reply.header('cache-control', 'no-store').send(issuedDto(issued));
    },
  });

  app.delete(`${url}/:id`, {
    config: forAdmins('keys:write'),
    schema: {
      tags,
      operationId: 'revokeApiKey',
      summary: 'Revoke an API key',
      description: 'Ends the key, and the one it replaced, at once and on every node.',
      params: byId,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      await revokeApiKey(services, tenantOf(request).id, request.params.id, managerIn(request));
      return reply.code(204).send(null);
    },
  });
}

function managerIn(request: FastifyRequest): KeyManager {
  return { ...actingIn(request), permissions: principalOf(request).permissions };
}
