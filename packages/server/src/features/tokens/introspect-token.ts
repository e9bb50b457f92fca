import type { Services } from '../../services.ts';
import { authenticateClient } from './authenticate-client.ts';
import { authenticateEmbed } from './embed-tokens.ts';
import { OAuthError } from './oauth-error.ts';
import type { TokenRequest } from './read-token-request.ts';

/** RFC 7662 §2.2: about a token that is not active, or not this client's, nothing else is said. */
export async function introspectToken(
  services: Services,
  request: TokenRequest,
): Promise<{ readonly active: boolean }> {
  const { tenantId, clientId, identifiers } = await authenticateClient(services, request, 'token.introspect');
  const token = request.fields.get('token');
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.');
  const principal = await authenticateEmbed(services.store, tenantId, token, services.clock());
  if (principal?.clientId !== clientId) return { active: false };
  const details = {
    active: true,
    scope: 'embed',
    token_type: 'Bearer',
    client_id: clientId,
    username: principal.username,
    iss: identifiers.realmUrl,
    iat: Math.floor(principal.issuedAt / 1000),
    exp: Math.floor(principal.expiresAt / 1000),
    workspace_id: principal.workspaceId,
    truncated: principal.truncated,
  };
  return details;
}
