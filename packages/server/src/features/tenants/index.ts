/** The public module of this feature. */
export { changeTenantSettings, readTenantSettings } from './tenant-settings.ts';
export {
  findDefaultTenant,
  findTenant,
  findTenantOfHost,
  insertTenant,
  listTenants,
  type Tenant,
  tenantUrl,
} from './tenants.ts';
