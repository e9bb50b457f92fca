/** The public module of this feature. */
export { changeTenantSettings, readTenantSettings } from './tenant-settings.ts';
export {
  findDefaultTenant,
  findTenant,
  findTenantOfHost,
  formerUrls,
  insertTenant,
  isInstanceHost,
  listTenants,
  serverUrl,
  type Tenant,
  tenantUrl,
} from './tenants.ts';
