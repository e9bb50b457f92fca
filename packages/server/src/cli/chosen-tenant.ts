import { findDefaultTenant, findTenant, type Tenant } from '../features/tenants/tenants.ts';
import { StartError } from '../platform/errors.ts';
import type { Services } from '../services.ts';

export const TENANT_OPTION = {
  type: 'string',
  value: 'ID',
  description: 'Id of the tenant (default: the default tenant)',
} as const;

/** Returns the tenant of `--tenant`, or the default tenant. */
export async function chosenTenant({ store }: Services, id: string | undefined): Promise<Tenant> {
  const tenant = id === undefined ? await findDefaultTenant(store) : await findTenant(store, id);
  if (tenant) return tenant;
  throw new StartError(
    id === undefined
      ? 'There are no tenants yet. Start the server once, or run: inlay tenant create <id>'
      : `Tenant '${id}' does not exist. Run 'inlay tenant list' to see all tenants.`,
  );
}
