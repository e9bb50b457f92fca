import { providerAddresses as addressesAt, type ProviderAddresses } from '@inlay/protocol/provider-addresses';
import type { Config } from '../../../config.ts';
import type { TenantRow } from '../../../platform/store/schema.ts';
import { tenantUrl } from '../../tenants/index.ts';

export const providerAddresses = (
  tenant: TenantRow,
  id: string,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): ProviderAddresses => addressesAt(tenantUrl(tenant, publicUrl).origin, id);
