import { isTenantId, type TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { TenantRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';

export type Tenant = TenantRow;

export async function findTenant(queries: Queries, id: string): Promise<Tenant | undefined> {
  if (!isTenantId(id)) return undefined;
  return queries.everyTenant.selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listTenants(queries: Queries): Promise<Tenant[]> {
  return queries.everyTenant.selectFrom('tenants').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** The tenant at the address of the instance: the first one created, unless the operator chose another. */
export async function findDefaultTenant(queries: Queries): Promise<Tenant | undefined> {
  return queries.everyTenant.selectFrom('tenants').selectAll().where('is_default', '=', 1).executeTakeFirst();
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host is the instance's own, where the default tenant is. */
export const isInstanceHost = (host: string, instanceHost: string): boolean =>
  host === instanceHost || LOCAL_HOSTS.includes(host);

/** The tenant of a host, by its own address or its subdomain of the instance or of `localhost`. */
export async function findTenantOfHost(
  queries: Queries,
  host: string,
  instanceHost: string,
): Promise<Tenant | undefined> {
  const own = await queries.everyTenant
    .selectFrom('tenants')
    .selectAll()
    .where('host', '=', host)
    .executeTakeFirst();
  if (own) return own;
  const parent = [instanceHost, 'localhost'].find((each) => host.endsWith(`.${each}`));
  return parent === undefined ? undefined : findTenant(queries, host.slice(0, -parent.length - 1));
}

/** The address of a tenant: its own, or else a subdomain of the instance. */
export function tenantUrl(tenant: Addressed, instanceUrl: URL): URL {
  if (tenant.public_url) return new URL(tenant.public_url);
  return tenant.is_default === 1 ? instanceUrl : subdomainUrl(tenant, instanceUrl);
}

type Addressed = Pick<Tenant, 'id' | 'public_url' | 'is_default'>;

function subdomainUrl({ id }: Addressed, instanceUrl: URL): URL {
  const url = new URL(instanceUrl);
  url.hostname = `${id}.${instanceUrl.hostname}`;
  return url;
}

/**
 * The address of a tenant for servers. Browsers resolve `acme.localhost`, Node and others do not everywhere; a realm's
 * routes are at every host (ADR 281).
 */
export function serverUrl(tenant: Addressed, instanceUrl: URL): URL {
  const url = tenantUrl(tenant, instanceUrl);
  return url.hostname.endsWith('.localhost') && instanceUrl.hostname === 'localhost' ? instanceUrl : url;
}

/** Where a tenant without an address of its own was before it became the default tenant, or ceased to be it. */
export function formerUrls(tenant: Addressed, instanceUrl: URL): readonly URL[] {
  return tenant.public_url ? [] : [instanceUrl, subdomainUrl(tenant, instanceUrl)];
}

/** The first tenant of a store becomes the default one. */
export async function insertTenant(
  transaction: Queries,
  tenant: Omit<Tenant, 'is_default'>,
): Promise<Tenant> {
  const is_default = (await findDefaultTenant(transaction)) ? 0 : 1;
  const inserted = await transaction.everyTenant
    .insertInto('tenants')
    .values({ ...tenant, is_default })
    // Waits for another node that is creating the same tenant, and then finds the id taken.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (inserted.length === 0) {
    throw new AppError('CONFLICT', {
      message: `Tenant '${tenant.id}' or its host was created at the same time. Choose another id or address.`,
    });
  }
  return { ...tenant, is_default };
}

/** Moves the address of the instance to another tenant. */
export async function setDefaultTenant(transaction: Queries, id: TenantId): Promise<void> {
  const tenants = transaction.everyTenant;
  await tenants.updateTable('tenants').set({ is_default: 0 }).where('is_default', '=', 1).execute();
  await tenants.updateTable('tenants').set({ is_default: 1 }).where('id', '=', id).execute();
}

export async function setTenantStatus(
  transaction: Queries,
  id: TenantId,
  status: Tenant['status'],
): Promise<void> {
  await transaction.everyTenant.updateTable('tenants').set({ status }).where('id', '=', id).execute();
}
