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

/** The tenant for requests with unknown hosts: the first one created. */
export async function findDefaultTenant(queries: Queries): Promise<Tenant | undefined> {
  return queries.everyTenant.selectFrom('tenants').selectAll().where('is_default', '=', 1).executeTakeFirst();
}

/** The tenant of a host, by its own address or its subdomain of the instance. */
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
  const below = host.endsWith(`.${instanceHost}`) ? host.slice(0, -instanceHost.length - 1) : '';
  return findTenant(queries, below);
}

/** The address of a tenant: its own, or else a subdomain of the instance. */
export function tenantUrl(tenant: Pick<Tenant, 'id' | 'public_url' | 'is_default'>, instanceUrl: URL): URL {
  if (tenant.public_url) return new URL(tenant.public_url);
  if (tenant.is_default === 1) return instanceUrl;
  const url = new URL(instanceUrl);
  url.hostname = `${tenant.id}.${instanceUrl.hostname}`;
  return url;
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

export async function setTenantStatus(
  transaction: Queries,
  id: TenantId,
  status: Tenant['status'],
): Promise<void> {
  await transaction.everyTenant.updateTable('tenants').set({ status }).where('id', '=', id).execute();
}
