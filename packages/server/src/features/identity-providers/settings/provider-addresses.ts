import type { Config } from '../../../config.ts';
import type { TenantRow } from '../../../platform/store/schema.ts';
import { tenantUrl } from '../../tenants/index.ts';

/** What administrators register at the provider. */
export interface ProviderAddresses {
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
  readonly backchannelLogoutUri: string;
}

/** Each provider has its own redirect address, so that a response of one is never taken for one of another (RFC 9700 §4.4). */
export function providerAddresses(
  tenant: TenantRow,
  id: string,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): ProviderAddresses {
  const { origin } = tenantUrl(tenant, publicUrl);
  const own = `${origin}${PROVIDER_PATH}/${encodeURIComponent(id)}`;
  return {
    redirectUri: `${own}/callback`,
    postLogoutRedirectUri: `${origin}/admin`,
    backchannelLogoutUri: `${own}/backchannel-logout`,
  };
}

export const PROVIDER_PATH = '/admin/session/providers';
