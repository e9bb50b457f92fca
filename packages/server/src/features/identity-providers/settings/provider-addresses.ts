import {
  type OidcAddresses,
  oidcAddresses as oidcAddressesAt,
  type SamlAddresses,
  samlAddresses as samlAddressesAt,
} from '@inlay/protocol/provider-addresses';
import type { Config } from '../../../config.ts';
import type { TenantRow } from '../../../platform/store/schema.ts';
import { tenantUrl } from '../../tenants/index.ts';

type Addressed = Pick<Config, 'publicUrl'>;

export const oidcAddresses = (tenant: TenantRow, id: string, { publicUrl }: Addressed): OidcAddresses =>
  oidcAddressesAt(tenantUrl(tenant, publicUrl).origin, id);

export const samlAddresses = (tenant: TenantRow, id: string, { publicUrl }: Addressed): SamlAddresses =>
  samlAddressesAt(tenantUrl(tenant, publicUrl).origin, id);
