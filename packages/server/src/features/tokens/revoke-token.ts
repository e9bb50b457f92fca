import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import { authenticateClient } from './authenticate-client.ts';
import { revokeEmbedToken } from './embed-tokens.ts';
import { OAuthError } from './oauth-error.ts';
import type { TokenRequest } from './read-token-request.ts';

/** RFC 7009 §2.2: the caller learns nothing about tokens that are not its own. */
export async function revokeToken(services: Services, request: TokenRequest): Promise<void> {
  const { store, clock } = services;
  const { tenantId, clientId } = await authenticateClient(services, request, 'token.revoke');
  const token = request.fields.get('token');
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.');
  await store.write(async (transaction) => {
    const now = clock();
    if (!(await revokeEmbedToken(transaction, tenantId, clientId, token, now))) return;
    await recordEvent(transaction, tenantId, now, request.caller, {
      action: 'token.revoke',
      actor: clientId,
    });
  });
}
