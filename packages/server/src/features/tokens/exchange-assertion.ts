import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Caller } from '../../platform/identity/acting.ts';
import { createEmbedPrincipal, type EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import type { AuthenticatedClient } from './authenticate-client.ts';
import { type ExpectedViewer, exchangeGrant, GRANT_TYPE } from './exchange-token.ts';
import { OAuthError } from './oauth-error.ts';
import { type Issued, storeIssued } from './store-issued.ts';
import type { TokenServices } from './token-services.ts';

interface ReceivedAssertion {
  readonly tenantId: TenantId;
  /** As the tenant's server returned it to a request of this one, which needs no client secret. */
  readonly assertion: string;
  readonly expected: ExpectedViewer;
  readonly caller: Caller;
}

/**
 * Verifies and exchanges an assertion that the tenant's server returned to this one, with all checks, limits and records of
 * the token endpoint, and returns its viewer. Nobody gets the token.
 *
 * @throws OAuthError as the token endpoint does; its reason is `viewer` for the assertion of somebody else
 */
export async function exchangeAssertion(
  services: TokenServices,
  { tenantId, assertion, expected, caller }: ReceivedAssertion,
): Promise<EmbedPrincipal> {
  const fields = new Map([
    ['grant_type', GRANT_TYPE],
    ['scope', 'embed'],
    ['assertion', assertion],
  ]);
  const issued: Issued[] = [];
  await exchangeGrant(services, {
    authenticate: () => clientOf(services, tenantId, fields),
    writeToken: async (given) => {
      issued.push(given);
      const [outcome = 'settings-changed'] = await storeIssued(services.store, [endedAtOnce(given)]);
      return outcome;
    },
    caller,
    expected,
  });
  // Of several attempts, the last one was stored.
  const token = issued.at(-1)?.token;
  if (!token) throw new Error('The exchange stored no token.');
  return createEmbedPrincipal(tenantId, token.token_key, { ...token, only_embed: null });
}

/** What is left to store: the digest of the `jti`, which must not be used again. */
const endedAtOnce = ({ token, ...recorded }: Issued): Issued => ({
  ...recorded,
  token: {
    ...token,
    context: '{}',
    lost_sections: null,
    sealed_secrets: null,
    expires_at: token.issued_at,
  },
});

async function clientOf(
  { settings: cache }: TokenServices,
  tenantId: TenantId,
  fields: AuthenticatedClient['fields'],
): Promise<AuthenticatedClient> {
  const cached = cache.cached(tenantId);
  const settings = cached?.active ? cached : await cache.read(tenantId);
  if (!settings?.active)
    throw new OAuthError('unauthorized_client', 'This tenant is disabled.', { reason: 'tenant disabled' });
  return { settings, fields };
}
