import { AppError } from '../../platform/errors.ts';
import type { Services } from '../../services.ts';
import { listTenants } from '../tenants/index.ts';
import { type CreatedTenant, createTenant } from './create-tenant.ts';

/** Creates the tenant `demo` in an empty store. Returns it on that first start only, with its administrator's password. */
export async function prepareFirstStart(
  services: Pick<Services, 'store' | 'clock' | 'passwords' | 'config'>,
): Promise<CreatedTenant | undefined> {
  if ((await listTenants(services.store)).length > 0) return undefined;
  const { adminUsername, adminPassword } = services.config;
  try {
    return await createTenant(services, { id: 'demo', name: 'Demo', adminUsername, adminPassword });
  } catch (error) {
    // Another node was faster.
    if (error instanceof AppError && error.code === 'CONFLICT') return undefined;
    throw error;
  }
}
