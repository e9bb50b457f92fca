import {
  type IdentityProvider,
  IdentityProviderChangeSchema,
  IdentityProviderSchema,
  type NewIdentityProvider,
  NewIdentityProviderSchema,
  NewOidcProviderSchema,
  NewSamlProviderSchema,
} from '@inlay/protocol/identity-provider';
import { PageOf, pageIn } from '@inlay/protocol/pagination';
import { serializedAsIs } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { insufficientScope, refuseFields } from '../../../platform/errors.ts';
import { errors } from '../../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, principalOf, tenantOf } from '../../../platform/http/http-app.ts';
import { afterConfirmation, forAdmins, forLogins } from '../../../platform/http/route-access.ts';
import { byId, pageQuery, readPageQuery } from '../../../platform/http/route-parameters.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import { isoTime } from '../../../platform/time/time.ts';
import type { Services } from '../../../services.ts';
import { certificateFacts } from '../xml/certificate-facts.ts';
import { changeProvider, createProvider, removeProvider, requireProvider } from './manage-providers.ts';
import { oidcAddresses, samlAddresses } from './provider-addresses.ts';
import { isTested, listProviders, type Provider } from './providers.ts';

const tags = ['identity providers'];
const url = '/api/v0/identity-providers';
/** Metadata of 500,000 characters, whose quotes take two in JSON, and rules. */
const MAX_BYTES = 1024 * 1024;
const ProviderDto = serializedAsIs(IdentityProviderSchema, { title: 'IdentityProvider' });
// `shapeErrors` checks them: the validator of requests takes no schema twice that refers to itself.
const NewProviderBody = serializedAsIs(NewIdentityProviderSchema, { title: 'NewIdentityProvider' });
const ProviderChangeBody = serializedAsIs(IdentityProviderChangeSchema, {
  title: 'IdentityProviderChange',
});

/** The identity providers of a tenant, for administrators; only owners change them. */
export function providersRoutes(app: HttpApp, services: Services): void {
  readRoutes(app, services);
  changeRoutes(app, services);
}

function readRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.get(url, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'listIdentityProviders',
      summary: 'List identity providers',
      description: 'In the order of their buttons on the sign-in page.',
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(ProviderDto) },
    },
    handler: async (request) => {
      const providers = await listProviders(store, tenantOf(request).id);
      const { data, meta } = pageIn(providers, readPageQuery(request.query));
      return { data: data.map((provider) => toDto(services, request, provider)), meta };
    },
  });

  app.get(`${url}/:id`, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'readIdentityProvider',
      summary: 'Read an identity provider',
      params: byId,
      response: { 200: ProviderDto },
    },
    handler: async (request) =>
      toDto(services, request, await requireProvider(store, tenantOf(request).id, request.params.id)),
  });
}

function changeRoutes(app: HttpApp, services: Services): void {
  const route = { config: afterConfirmation(forLogins('settings:write')), bodyLimit: MAX_BYTES } as const;

  app.post(url, {
    ...route,
    schema: {
      tags,
      operationId: 'createIdentityProvider',
      summary: 'Add an identity provider',
      description:
        'Only for owners. The provider is switched off until a test sign-in in the admin app has passed.',
      body: NewProviderBody,
      response: { 201: ProviderDto, ...errors(409) },
    },
    handler: async (request, reply) => {
      const acting = ownerIn(request);
      const given: Partial<NewIdentityProvider> | null | undefined = request.body;
      const schema = given?.kind === 'saml' ? NewSamlProviderSchema : NewOidcProviderSchema;
      refuseFields(shapeErrors(schema, given));
      const provider = await createProvider(services, tenantOf(request).id, request.body, acting);
      return reply.code(201).send(toDto(services, request, provider));
    },
  });

  app.patch(`${url}/:id`, {
    ...route,
    schema: {
      tags,
      operationId: 'changeIdentityProvider',
      summary: 'Change an identity provider',
      description:
        'Only for owners. The protocol stays. Another issuer, client ID or entity ID switches the provider off until a test sign-in has passed, and another issuer requires the client secret again. Switching it off ends the sessions that began with it.',
      params: byId,
      body: ProviderChangeBody,
      response: { 200: ProviderDto, ...errors(409) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const acting = ownerIn(request);
      const change = { id, change: request.body };
      return toDto(services, request, await changeProvider(services, tenantOf(request).id, change, acting));
    },
  });

  app.delete(`${url}/:id`, {
    ...route,
    schema: {
      tags,
      operationId: 'deleteIdentityProvider',
      summary: 'Delete an identity provider',
      description:
        'Only for owners. Ends the sessions that began with it. The accounts stay, but are no longer linked to it.',
      params: byId,
      response: { 204: Type.Null(), ...errors(409) },
    },
    handler: async (request, reply) => {
      await removeProvider(services, tenantOf(request).id, request.params.id, ownerIn(request));
      return reply.code(204).send(null);
    },
  });
}

/** Changing a provider can give access to any account, including owners'. */
function ownerIn(request: FastifyRequest): Acting {
  if (!isOwner(request)) throw insufficientScope('Only owners can change identity providers');
  return actingIn(request);
}

function isOwner(request: FastifyRequest): boolean {
  const principal = principalOf(request);
  return principal.kind === 'user' && principal.adminRole === 'owner';
}

function toDto({ config }: Services, request: FastifyRequest, provider: Provider): IdentityProvider {
  const { id, isEnabled, test, createdAt, updatedAt } = provider;
  const tenant = tenantOf(request);
  const state = {
    id,
    isEnabled,
    // The claims are about the owner who tested.
    test: test === null || isOwner(request) ? test : { ...test, claims: {} },
    isTested: isTested(provider),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
  const { settings } = provider;
  return settings.kind === 'saml'
    ? {
        ...state,
        ...settings,
        certificates: settings.certificates.map(certificateFacts),
        ...samlAddresses(tenant, id, config),
      }
    : {
        ...state,
        ...settings,
        hasClientSecret: provider.sealedSecret !== null,
        ...oidcAddresses(tenant, id, config),
      };
}
