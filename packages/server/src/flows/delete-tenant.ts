import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { findDefaultTenant } from '../directory/tenants.ts';
import { AppError } from '../errors.ts';
import { deletePortion, PORTION } from '../store/delete-portion.ts';
import type { Store } from '../store/store.ts';

/** Children before parents, so that a step that was interrupted can simply be repeated. */
const tables = [
  'audit_events',
  'login_tokens',
  'embed_tokens',
  'embed_settings',
  'attempts',
  'user_groups',
  'users',
  'user_imports',
  'row_counts',
  'groups',
  'workspaces',
  'datasets',
  'connections',
] as const;

/** Deletes a tenant in steps small enough that no request of another tenant waits. Answers how many rows went. */
export async function deleteTenant(store: Store, id: TenantId): Promise<number> {
  if ((await findDefaultTenant(store))?.id === id) {
    throw new AppError('CONFLICT', {
      message: `Tenant '${id}' answers for unknown hosts and cannot be deleted.`,
    });
  }
  let deleted = 0;
  for (const table of tables) {
    const ofTenant = sql`tenant_id = ${id}`;
    for (let last = PORTION; last === PORTION; deleted += last)
      last = await deletePortion(store, table, ofTenant);
  }
  await store.write(({ everyTenant }) => everyTenant.deleteFrom('tenants').where('id', '=', id).execute());
  return deleted;
}
