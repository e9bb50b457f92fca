import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { callerOf, type HttpApp } from '../../platform/http/http-app.ts';
import { readForms } from '../../platform/http/other-bodies.ts';
import { authenticateClient, type ClientRequest } from './authenticate-client.ts';
import { authenticateEmbed, revokeEmbedToken } from './embed-tokens.ts';
import { createTokenExchange, GRANT_TYPE } from './exchange-token.ts';
import { FORM_REQUIRED, OAuthError, replyWithOAuthError } from './oauth-error.ts';
import type { TokenServices } from './token-services.ts';

const realm = Type.Object({ realm: Type.String({ description: 'Identifier of the tenant.' }) });
const tags = ['embed tokens'];
const security = [{ client: [] }];
const consumes = ['application/x-www-form-urlencoded'];

const OAuthErrorBody = Type.Object(
  {
    error: Type.String(),
    error_description: Type.String({ description: 'What went wrong and what to do.' }),
  },
  { title: 'OAuthError' },
);
const oauthErrors = {
  400: OAuthErrorBody,
  401: OAuthErrorBody,
  413: OAuthErrorBody,
  415: OAuthErrorBody,
  429: OAuthErrorBody,
};

/** The token endpoint (RFC 6749 §3.2), introspection (RFC 7662) and revocation (RFC 7009) of a tenant's realm. */
export function tokenRoutes(app: HttpApp, services: TokenServices): void {
  const exchangeToken = createTokenExchange(services);

  app.register(async (oauth) => {
    const routes = oauth as HttpApp;
    // As text: `parseForm` has to see parameters that were sent twice.
    readForms(oauth);
    routes.setErrorHandler(replyWithOAuthError);
    routes.addHook('onRequest', (request, reply, done) => {
      // RFC 6749 §5.1, for errors as well. Every response already has `Cache-Control: no-store`.
      reply.header('pragma', 'no-cache');
      // RFC 9110 §8.3: a body without a type could be anything.
      const missing = request.headers['content-type'] === undefined;
      done(missing ? new OAuthError('invalid_request', FORM_REQUIRED, { statusCode: 415 }) : undefined);
    });

    const base = '/api/auth/realms/:realm/protocol/openid-connect';
    const config = { access: 'public', tenant: 'realm' } as const;

    routes.post(`${base}/token`, {
      config,
      schema: {
        tags,
        security,
        consumes,
        operationId: 'exchangeToken',
        summary: 'Exchange a signed user context for an opaque token',
        description: 'OAuth 2.0 JWT bearer grant (RFC 7523). Call it from your server, never from a page.',
        params: realm,
        'x-openapi-body': {
          type: 'object',
          title: 'TokenRequest',
          required: ['grant_type', 'scope', 'assertion'],
          properties: {
            grant_type: { type: 'string', const: GRANT_TYPE },
            scope: { type: 'string', const: 'embed' },
            assertion: { type: 'string', description: 'A JWT signed with RS512.' },
          },
        },
        response: {
          200: Type.Object(
            {
              access_token: Type.String(),
              token_type: Type.String(),
              expires_in: Type.Integer({ description: 'Seconds.' }),
              scope: Type.String(),
            },
            { title: 'TokenResponse' },
          ),
          ...oauthErrors,
        },
      },
      handler: (request) => exchangeToken(clientRequest(request.params.realm, request)),
    });

    routes.post(`${base}/token/introspect`, {
      config,
      schema: {
        tags,
        security,
        consumes,
        operationId: 'introspectToken',
        summary: 'Check whether a token is active',
        description:
          'RFC 7662. The response is `{"active":false}` for anything but an active token of this client.',
        params: realm,
        'x-openapi-body': tokenForm,
        response: {
          200: Type.Object(
            { active: Type.Boolean() },
            { additionalProperties: true, title: 'Introspection' },
          ),
          ...oauthErrors,
        },
      },
      handler: (request) => introspectToken(services, clientRequest(request.params.realm, request)),
    });

    routes.post(`${base}/revoke`, {
      config,
      schema: {
        tags,
        security,
        consumes,
        operationId: 'revokeToken',
        summary: 'Revoke a token',
        description:
          'RFC 7009. Takes effect immediately on every node. The response is the same for unknown tokens.',
        params: realm,
        'x-openapi-body': tokenForm,
        response: { 200: Type.Object({}, { title: 'Revoked' }), ...oauthErrors },
      },
      handler: async (request) => {
        await revokeToken(services, clientRequest(request.params.realm, request));
        return {};
      },
    });
  });
}

const tokenForm = {
  type: 'object',
  title: 'TokenForm',
  required: ['token'],
  properties: { token: { type: 'string' }, token_type_hint: { type: 'string' } },
};

function clientRequest(realm: string, request: FastifyRequest): ClientRequest {
  const { authorization } = request.headers;
  const body = typeof request.body === 'string' ? request.body : '';
  return { realm, authorization, body, caller: callerOf(request) };
}

/** RFC 7662 §2.2: the response reveals nothing about tokens that are inactive or belong to another client. */
async function introspectToken(services: TokenServices, request: ClientRequest) {
  const action = 'token.introspect';
  const { settings, fields } = await authenticateClient(services, request, { action });
  const token = requiredToken(fields);
  const principal = await authenticateEmbed(services.store, settings.tenantId, token, services.time.now());
  if (principal?.clientId !== settings.clientId) return { active: false };
  return {
    active: true,
    scope: 'embed',
    token_type: 'Bearer',
    client_id: settings.clientId,
    username: principal.username,
    iss: settings.identifiers.realmUrl,
    iat: Math.floor(principal.issuedAt / 1000),
    exp: Math.floor(principal.expiresAt / 1000),
    workspace_id: principal.workspaceId,
    truncated: principal.truncated,
  };
}

/** RFC 7009 §2.2: the caller learns nothing about tokens of other clients. */
async function revokeToken(services: TokenServices, request: ClientRequest): Promise<void> {
  const action = 'token.revoke';
  const { settings, fields } = await authenticateClient(services, request, { action });
  const { tenantId, clientId } = settings;
  const token = requiredToken(fields);
  await services.store.write(async (transaction) => {
    const now = services.time.now();
    if (!(await revokeEmbedToken(transaction, tenantId, clientId, token, now))) return;
    await recordEvent(transaction, tenantId, now, request.caller, { action, actor: clientId });
  });
}

function requiredToken(fields: ReadonlyMap<string, string>): string {
  const token = fields.get('token');
  if (token === undefined) throw new OAuthError('invalid_request', 'token is required.');
  return token;
}
