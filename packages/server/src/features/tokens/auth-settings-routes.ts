import {
  EmbedAuthSettingsSchema,
  KnownAttributesSchema,
  TokenReportSchema,
} from '@inlay/protocol/embed-auth-settings';
import { Nullable } from '@inlay/protocol/schema-parts';
import type { TenantId } from '@inlay/protocol/tenant-id';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { afterConfirmation, forAdmins } from '../../platform/http/route-access.ts';
import type { ListQueries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/time/time.ts';
import { type AuthSettings, MAX_TOKEN_SECONDS } from './auth-settings.ts';
import {
  changePolicy,
  regenerateSecret,
  registerJwks,
  revokeAllTokens,
  uploadPublicKey,
} from './change-auth-settings.ts';
import { checkToken } from './check-token.ts';
import { fingerprint } from './import-public-key.ts';
import type { TokenServices } from './token-services.ts';

const week = 7 * 24 * 60 * 60;
const revokeTokens = Type.Optional(Type.Boolean({ description: 'Also revokes all tokens issued so far.' }));

const tags = ['embed settings'];
const url = '/api/v0/embed-settings';

export function authSettingsRoutes(app: HttpApp, services: TokenServices): void {
  readRoutes(app, services);
  changeRoutes(app, services);
  keyRoutes(app, services);
}

function readRoutes(app: HttpApp, services: TokenServices): void {
  app.get(url, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'readEmbedSettings',
      summary: 'Read the embed settings',
      response: { 200: EmbedAuthSettingsSchema, ...errors(401) },
    },
    handler: (request) => readDto(services, tenantOf(request).id),
  });

  app.get(`${url}/known-attributes`, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'listKnownAttributes',
      summary: 'List the attributes that viewers have had lately',
      description:
        'From a sample of signed contexts whose tokens are still stored, and of users. A rule that compares with another attribute is ' +
        'probably misspelled. Empty if no viewer is known yet.',
      response: { 200: KnownAttributesSchema, ...errors(401) },
    },
    handler: async (request) => ({
      attributes: [...(await knownAttributes(services.store.lists, tenantOf(request).id))].sort(),
    }),
  });

  app.post(`${url}/check-token`, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'checkToken',
      summary: 'Check an assertion',
      description:
        'Returns the result of each check of an exchange and the resulting context. The assertion can still be exchanged afterward.',
      body: Type.Object(
        { assertion: Type.String({ maxLength: 1_000_000 }) },
        { additionalProperties: false, title: 'TokenCheck' },
      ),
      response: { 200: TokenReportSchema, ...errors(400, 401) },
    },
    handler: async (request) =>
      checkToken(services, await read(services, tenantOf(request).id), request.body.assertion),
  });
}

function changeRoutes(app: HttpApp, services: TokenServices): void {
  app.patch(url, {
    config: forAdmins('settings:write'),
    schema: {
      tags,
      operationId: 'changeEmbedSettings',
      summary: 'Change replay protection, maximum token lifetime or allowed origins',
      body: Type.Object(
        {
          replayProtection: Type.Optional(Type.Boolean()),
          maxTokenSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: MAX_TOKEN_SECONDS })),
          allowedOrigins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 })),
        },
        { additionalProperties: false, minProperties: 1, title: 'EmbedAuthSettingsChange' },
      ),
      response: { 200: EmbedAuthSettingsSchema, ...errors(400, 401) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      await changePolicy(services, id, request.body, actingIn(request));
      return readDto(services, id);
    },
  });

  app.post(`${url}/secret`, {
    config: afterConfirmation(forAdmins('keys:write')),
    schema: {
      tags,
      operationId: 'regenerateClientSecret',
      summary: 'Re-generate the client secret',
      description: 'The secret is returned only once, in this response.',
      body: Nullable(
        Type.Object(
          {
            graceSeconds: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: week,
                description: 'How long the previous secret keeps working.',
              }),
            ),
          },
          { additionalProperties: false, title: 'SecretRequest' },
        ),
      ),
      response: {
        200: Type.Object({ secret: Type.String() }, { title: 'ClientSecret' }),
        ...errors(400, 401),
      },
    },
    handler: async (request) => {
      const grace = request.body?.graceSeconds ?? 0;
      return { secret: await regenerateSecret(services, tenantOf(request).id, grace, actingIn(request)) };
    },
  });

  app.post(`${url}/revoke-tokens`, {
    config: forAdmins('keys:write'),
    schema: {
      tags,
      operationId: 'revokeAllTokens',
      summary: 'Revoke all tokens',
      description: 'Ends every token of the tenant immediately, on every node.',
      response: { 204: Type.Null(), ...errors(401) },
    },
    handler: async (request, reply) => {
      await revokeAllTokens(services, tenantOf(request).id, actingIn(request));
      return reply.code(204).send(null);
    },
  });
}

/** The keys that signatures are verified with. */
function keyRoutes(app: HttpApp, services: TokenServices): void {
  app.put(`${url}/public-key`, {
    config: afterConfirmation(forAdmins('keys:write')),
    schema: {
      tags,
      operationId: 'uploadPublicKey',
      summary: 'Upload the public key',
      description: 'Assertions signed with the previous key are refused immediately, on every node.',
      body: Type.Object(
        { publicKey: Type.String({ maxLength: 65_536 }), revokeTokens },
        { additionalProperties: false, title: 'PublicKeyUpload' },
      ),
      response: { 200: EmbedAuthSettingsSchema, ...errors(400, 401) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      await uploadPublicKey(services, id, request.body, actingIn(request));
      return readDto(services, id);
    },
  });

  app.put(`${url}/jwks`, {
    config: afterConfirmation(forAdmins('keys:write')),
    schema: {
      tags,
      operationId: 'registerJwks',
      summary: 'Register a JWKS URL',
      description: 'The JWKS is fetched immediately. Nothing changes unless it has a usable key.',
      body: Type.Object(
        { url: Type.String({ maxLength: 2048 }), revokeTokens },
        { additionalProperties: false, title: 'JwksAddress' },
      ),
      response: { 200: EmbedAuthSettingsSchema, ...errors(400, 401) },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      await registerJwks(services, id, request.body, actingIn(request));
      return readDto(services, id);
    },
  });
}

async function read(services: TokenServices, tenantId: TenantId): Promise<AuthSettings> {
  const settings = await services.settings.read(tenantId);
  if (!settings) throw new AppError('NOT_FOUND');
  return settings;
}

const readDto = async (services: TokenServices, tenantId: TenantId) =>
  toDto(await read(services, tenantId), services);

function toDto(settings: AuthSettings, { jwks }: TokenServices) {
  const { identifiers, secretCreatedAt, formerSecretUntil } = settings;
  return {
    tenantId: settings.tenantId,
    clientId: settings.clientId,
    sub: settings.clientId,
    iss: identifiers.issuer,
    aud: identifiers.audiences[0],
    tokenEndpoint: identifiers.tokenEndpoint,
    hasSecret: settings.secretHash !== null,
    secretCreatedAt: secretCreatedAt === null ? null : isoTime(secretCreatedAt),
    formerSecretUntil: formerSecretUntil === null ? null : isoTime(formerSecretUntil),
    signature: signatureDto(settings, jwks),
    replayProtection: settings.replayProtection,
    maxTokenSeconds: settings.maxTokenSeconds,
    allowedOrigins: [...settings.allowedOrigins],
  };
}

function signatureDto({ signature, keyChangedAt, tenantId }: AuthSettings, jwks: TokenServices['jwks']) {
  const changedAt = keyChangedAt === null ? null : isoTime(keyChangedAt);
  if (signature.mode === 'none') return null;
  if (signature.mode === 'public-key') {
    const bits = signature.key.asymmetricKeyDetails?.modulusLength ?? 0;
    return {
      mode: signature.mode,
      changedAt,
      publicKey: signature.pem,
      fingerprint: fingerprint(signature.key),
      bits,
    };
  }
  const { keys, fetchedAt, error } = jwks.state(tenantId, signature.url);
  return {
    mode: signature.mode,
    changedAt,
    url: signature.url,
    lastFetchAt: fetchedAt === undefined ? null : isoTime(fetchedAt),
    lastError: error ?? null,
    keys: keys.map(({ kid, bits, usable, problem }) => ({
      kid: kid ?? null,
      bits: bits ?? null,
      usable,
      problem: problem ?? null,
    })),
  };
}

/** Enough to have met every attribute that the customer's servers sign. */
const SAMPLED = 500;

/**
 * The attributes that viewers have had lately: those of signed contexts that were exchanged for a token, and those of
 * users. Tokens are sampled by the hash of their `jti`, whose index also finds them; previews have none, and would know
 * every attribute that an administrator has mistyped.
 */
async function knownAttributes(queries: ListQueries, tenantId: TenantId): Promise<ReadonlySet<string>> {
  const own = queries.tenant(tenantId);
  const tokens = await own
    .selectFrom('embed_tokens')
    .select('context')
    .where('jti_hash', 'is not', null)
    .orderBy('jti_hash')
    .limit(SAMPLED)
    .execute();
  const users = await own
    .selectFrom('users')
    .select('attributes')
    .where('attributes', '!=', '{}')
    .limit(SAMPLED)
    .execute();
  const contexts = tokens.map(({ context }) => JSON.parse(context) as { readonly attributes?: object });
  const all = [
    ...contexts.map(({ attributes }) => attributes),
    ...users.map(({ attributes }) => JSON.parse(attributes) as object),
  ];
  return new Set(all.flatMap((attributes) => Object.keys(attributes ?? {})));
}
