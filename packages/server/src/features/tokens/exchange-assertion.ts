import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Caller } from '../../platform/identity/acting.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import type { AuthenticatedClient } from './authenticate-client.ts';
import { authenticateEmbed } from './embed-tokens.ts';
import { type ExpectedViewer, exchangeGrant, GRANT_TYPE } from './exchange-token.ts';
import { OAuthError } from './oauth-error.ts';
import { storeIssued } from './store-issued.ts';
import type { TokenServices } from './token-services.ts';

/** Nobody gets the token, so it only has to outlive the next statement. */
const MAX_SECONDS = 60;

interface ReceivedAssertion {
  readonly tenantId: TenantId;
  /** As the tenant's server returned it to a request of this one, which needs no client secret. */
  readonly assertion: string;
  readonly expected: ExpectedViewer;
  readonly caller: Caller;
}

/**
 * Verifies and exchanges an assertion that the tenant's server returned to this one, with all checks, limits and records of
 * the token endpoint, and returns its viewer. The token does not leave this function.
 *
 * @throws OAuthError as the token endpoint does; its reason is `viewer` for the assertion of somebody else
 */
export async function exchangeAssertion(
  services: TokenServices,
  { tenantId, assertion, expected, caller }: ReceivedAssertion,
): Promise<EmbedPrincipal> {
  const { store, time } = services;
  const fields = new Map([
    ['grant_type', GRANT_TYPE],
    ['scope', 'embed'],
    ['assertion', assertion],
  ]);
  const { access_token } = await exchangeGrant(services, {
    authenticate: () => clientOf(services, tenantId, fields),
    writeToken: async (issued) => (await storeIssued(store, [issued]))[0] ?? 'settings-changed',
    caller,
    expected,
    maxSeconds: MAX_SECONDS,
  });
  const viewer = await authenticateEmbed(store, tenantId, access_token, time.now());
  if (!viewer) throw new OAuthError('temporarily_unavailable', 'All tokens were revoked a moment ago.');
  return viewer;
}

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
