import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { GRANT_TYPE } from './exchange-token.ts';
import type { TokenServices } from './token-services.ts';

const realm = Type.Object({ realm: Type.String({ description: 'Identifier of the tenant.' }) });

/** Authorization server metadata (RFC 8414 §3), also at the address where OpenID Connect clients look for it. */
export function realmMetadataRoutes(app: HttpApp, { settings }: TokenServices): void {
  for (const [operationId, url] of [
    ['readOpenIdConfiguration', '/api/auth/realms/:realm/.well-known/openid-configuration'],
    ['readAuthorizationServer', '/.well-known/oauth-authorization-server/api/auth/realms/:realm'],
  ] as const) {
    app.get(url, {
      config: { access: 'public', tenant: 'realm' },
      schema: {
        tags: ['embed tokens'],
        operationId,
        summary: 'Read the metadata of the token endpoint',
        params: realm,
        response: {
          200: Type.Object({ issuer: Type.String() }, { additionalProperties: true, title: 'RealmMetadata' }),
          ...errors(403, 404),
        },
      },
      handler: async (request) => {
        const found = await settings.read(request.params.realm);
        if (!found)
          throw new AppError('NOT_FOUND', {
            message: 'Realm not found. Check the tenant id in the address.',
          });
        if (!found.active) throw new AppError('TENANT_DISABLED');
        const { realmUrl, tokenEndpoint, issuer, audiences } = found.identifiers;
        return {
          issuer: realmUrl,
          token_endpoint: tokenEndpoint,
          introspection_endpoint: `${tokenEndpoint}/introspect`,
          revocation_endpoint: tokenEndpoint.replace(/token$/, 'revoke'),
          grant_types_supported: [GRANT_TYPE],
          response_types_supported: [],
          scopes_supported: ['embed'],
          token_endpoint_auth_methods_supported: ['client_secret_basic'],
          introspection_endpoint_auth_methods_supported: ['client_secret_basic'],
          revocation_endpoint_auth_methods_supported: ['client_secret_basic'],
          // Not of RFC 8414: the claims of an assertion, so that clients need not know their form.
          assertion_issuer: issuer,
          assertion_audience: audiences[0],
        };
      },
    });
  }
}
