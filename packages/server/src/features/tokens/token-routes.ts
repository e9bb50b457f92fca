import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { callerOf, type HttpApp } from '../../platform/http/http-app.ts';
import { readForms } from '../../platform/http/other-bodies.ts';
import type { Services } from '../../services.ts';
import type { ClientAction } from './client-action.ts';
import type { TokenExchange } from './exchange-token.ts';
import { introspectToken } from './introspect-token.ts';
import { GRANT_TYPE } from './judge-request.ts';
import { OAuthError } from './oauth-error.ts';
import { FORM_WANTED, replyWithOAuthError } from './oauth-reply.ts';
import { type ReceivedForm, readTokenRequest, type TokenRequest } from './read-token-request.ts';
import { revokeToken } from './revoke-token.ts';

const realm = Type.Object({ realm: Type.String({ description: 'Identifier of the tenant.' }) });
const tags = ['embed tokens'];
const security = [{ client: [] }];
const consumes = ['application/x-www-form-urlencoded'];

const OAuthErrorBody = Type.Object(
  { error: Type.String(), error_description: Type.String({ description: 'What to change.' }) },
  { title: 'OAuthError' },
);
const oauthErrors = {
  400: OAuthErrorBody,
  401: OAuthErrorBody,
  413: OAuthErrorBody,
  415: OAuthErrorBody,
  429: OAuthErrorBody,
};

/** Forms as text: how a field that is sent twice is refused is for `parseForm` to say, not for a framework. */
export function tokenRoutes(app: HttpApp, services: Services, exchange: TokenExchange): void {
  const received = (request: FastifyRequest): ReceivedForm => {
    const { realm } = request.params as { readonly realm: string };
    const { authorization } = request.headers;
    const body = (request.body as string | undefined) ?? '';
    return { realm, authorization, body, caller: callerOf(request) };
  };
  const read = (request: FastifyRequest, action: ClientAction): Promise<TokenRequest> =>
    readTokenRequest(services, received(request), action);

  app.register(async (oauth) => {
    const routes = oauth as HttpApp;
    readForms(oauth);
    routes.setErrorHandler(replyWithOAuthError);
    routes.addHook('onRequest', (request, reply, done) => {
      // RFC 6749 §5.1: on success and error alike. `no-store` is on every answer of ours already.
      reply.header('pragma', 'no-cache');
      // RFC 9110 §8.3: without a type, a body would be anything.
      const missing = request.headers['content-type'] === undefined;
      done(missing ? new OAuthError('invalid_request', FORM_WANTED, { statusCode: 415 }) : undefined);
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
        description:
          'The OAuth 2.0 JWT bearer grant (RFC 7523). Runs on the server of the customer, never in a page.',
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
      handler: (request) => exchange(received(request)),
    });

    routes.post(`${base}/token/introspect`, {
      config,
      schema: {
        tags,
        security,
        consumes,
        operationId: 'introspectToken',
        summary: 'Ask whether a token is active',
        description:
          'RFC 7662. Anything but an active token of this client answers `{"active":false}` and no more.',
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
      handler: async (request) => introspectToken(services, await read(request, 'token.introspect')),
    });

    routes.post(`${base}/revoke`, {
      config,
      schema: {
        tags,
        security,
        consumes,
        operationId: 'revokeToken',
        summary: 'Revoke a token',
        description: 'RFC 7009. Takes effect at once on every node. Unknown tokens are answered alike.',
        params: realm,
        'x-openapi-body': tokenForm,
        response: { 200: Type.Object({}, { title: 'Revoked' }), ...oauthErrors },
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        await revokeToken(services, await read(request, 'token.revoke'));
        return reply.send({});
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
