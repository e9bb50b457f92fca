import type { Services } from '../../../services.ts';
import type { OidcProvider } from '../settings/providers.ts';
import type { ProviderMetadata } from './provider-metadata.ts';

/** Longer addresses are cut or refused by servers on the way. */
const MAX_URL = 6000;

/** What the vault binds the address to. */
const PURPOSE = 'sign-out at provider';

interface SignOut {
  readonly idToken: string;
  readonly postLogoutRedirectUri: string;
}

/**
 * Where the browser goes when this session ends, sealed (OpenID Connect RP-Initiated Logout 1.0 §2). Null if it is to
 * stay here.
 */
export function sealSignOutUrl(
  { vault }: Pick<Services, 'vault'>,
  { tenantId, settings }: OidcProvider,
  { end_session_endpoint: endpoint }: ProviderMetadata,
  { idToken, postLogoutRedirectUri }: SignOut,
): string | null {
  if (!settings.signOutAtProvider || endpoint === undefined) return null;
  const url = new URL(endpoint);
  url.searchParams.set('client_id', settings.clientId);
  url.searchParams.set('post_logout_redirect_uri', postLogoutRedirectUri);
  const withHint = new URL(url);
  withHint.searchParams.set('id_token_hint', idToken);
  const { href } = withHint.href.length <= MAX_URL ? withHint : url;
  return vault.seal(tenantId, PURPOSE, href);
}

export const openSignOutUrl = (
  { vault }: Pick<Services, 'vault'>,
  tenantId: OidcProvider['tenantId'],
  sealed: string,
): string => vault.open(tenantId, PURPOSE, sealed);
