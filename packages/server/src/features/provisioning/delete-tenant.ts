import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { deletePortion, inPortions, type SweepServices } from '../../platform/store/in-portions.ts';
import { TABLE_NAMES, TABLES } from '../../platform/store/tables.ts';
import { findDefaultTenant } from '../tenants/index.ts';

/** Children before parents, so that a step that was interrupted can simply be repeated. */
const tables = TABLE_NAMES.filter((name) => TABLES[name].ofTenant).reverse();

/** Deletes a tenant in steps small enough that no request of another tenant waits. Returns the number of deleted rows. */
export async function deleteTenant({ store, time }: SweepServices, id: TenantId): Promise<number> {
  if ((await findDefaultTenant(store))?.id === id) {
    throw new AppError('CONFLICT', {
      message: `Tenant '${id}' is the default tenant, at the address of the instance, and cannot be deleted. Choose another with 'inlay tenant default <id>' first.`,
    });
  }
  let deleted = 0;
  for (const table of tables) {
    const ofTenant = sql`tenant_id = ${id}`;
    deleted += await inPortions(time, () => deletePortion(store, table, ofTenant));
  }
  await store.write(({ everyTenant }) => everyTenant.deleteFrom('tenants').where('id', '=', id).execute());
  return deleted;
}
