import { AppError } from '../../platform/errors.ts';
import type { Services } from '../../services.ts';
import { findDefaultTenant, findTenant, listTenants } from '../tenants/index.ts';
import { readAuthSettings } from '../tokens/index.ts';
import { findUserByUsername } from '../users/index.ts';
import { type CreatedTenant, createTenant } from './create-tenant.ts';

/** Creates the first tenant in an empty store. Returns it on that first start only, with its administrator's password. */
export async function prepareFirstStart(
  services: Pick<Services, 'store' | 'time' | 'passwords' | 'config' | 'log'>,
): Promise<CreatedTenant | undefined> {
  const { firstTenant, adminPassword } = services.config;
  if ((await listTenants(services.store)).length > 0) {
    await reportIgnored(services);
    return undefined;
  }
  const { id = 'demo', name = id === 'demo' ? 'Demo' : id, clientId } = firstTenant;
  const { adminUsername = `admin@${id}.test` } = firstTenant;
  try {
    return await createTenant(services, { id, name, clientId, adminUsername, adminPassword });
  } catch (error) {
    // Another node was faster.
    if (error instanceof AppError && error.code === 'CONFLICT') return undefined;
    throw error;
  }
}

/** Settings of the first start that no longer apply, so that nobody waits for a tenant that is never created. */
async function reportIgnored({
  store,
  config,
  log,
}: Pick<Services, 'store' | 'config' | 'log'>): Promise<void> {
  const { id, name, clientId, adminUsername } = config.firstTenant;
  const wanted = id ?? (await findDefaultTenant(store))?.id ?? '';
  const tenant = await findTenant(store, wanted);
  const settings = tenant && (await readAuthSettings(store, tenant.id, config.publicUrl));
  const admin =
    tenant && adminUsername !== undefined
      ? await findUserByUsername(store, tenant.id, adminUsername)
      : undefined;
  const ignored = [
    ...(id !== undefined && !tenant ? ['INLAY_TENANT_ID'] : []),
    ...(name !== undefined && tenant?.name !== name ? ['INLAY_TENANT_NAME'] : []),
    ...(clientId !== undefined && settings?.clientId !== clientId ? ['INLAY_CLIENT_ID'] : []),
    ...(adminUsername !== undefined && !admin ? ['INLAY_ADMIN_USERNAME'] : []),
  ];
  if (ignored.length === 0) return;
  log.warn({ ignored }, 'settings of the first start are ignored, because this store has tenants already');
}
