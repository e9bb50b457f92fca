import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/new-id.ts';
import { readPage } from '../../platform/store/read-page.ts';
import type { UserImportRow } from '../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../platform/store/store.ts';
import { addToRowCount } from './users.ts';
import { insertUsers, type NewUserRow } from './write-users.ts';

/**
 * An import whose users are in the table but do not exist yet. A million users are written in small steps; one
 * small update at the end then makes them all exist at once.
 */
export type UserImport = Pick<UserImportRow, 'tenant_id' | 'id' | 'created_at'>;

export async function beginImport(
  transaction: Queries,
  tenantId: TenantId,
  now: number,
): Promise<UserImport> {
  const row = { id: newId(now), created_at: now };
  await transaction
    .tenant(tenantId)
    .insertInto('user_imports', { ...row, state: 'staging', heartbeat_at: now, row_count: 0 })
    .execute();
  return { tenant_id: tenantId, ...row };
}

/** Completed, running and rolled-back imports, newest first. */
export async function listImports(
  queries: ListQueries,
  tenantId: TenantId,
  request: PageRequest,
): Promise<Page<UserImportRow>> {
  return readPage(request, queries.tenant(tenantId).selectFrom('user_imports'), (all) =>
    all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
  );
}

/** Marks the import as alive. Concurrent changes of it wait until this transaction ends. */
export async function keepImportAlive(
  transaction: Queries,
  { tenant_id, id }: UserImport,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .tenant(tenant_id)
    .update('user_imports', { heartbeat_at: now })
    .where('id', '=', id)
    .where('state', '=', 'staging')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new AppError('CONFLICT', {
      message: 'The import timed out because it received no data, and was removed. Start it again.',
    });
  }
}

/** Inserts the users whose usernames are free. Returns for each whether it was inserted. */
export async function stageUsers(
  transaction: Queries,
  { tenant_id, id }: UserImport,
  rows: readonly { readonly row: NewUserRow; readonly groups: readonly string[] }[],
): Promise<boolean[]> {
  const inserted = await insertUsers(transaction, tenant_id, rows);
  const count = inserted.filter(Boolean).length;
  if (count > 0)
    await transaction
      .tenant(tenant_id)
      .update('user_imports', {})
      .set((row) => ({ row_count: row('row_count', '+', count) }))
      .where('id', '=', id)
      .execute();
  return inserted;
}

/** Makes all users of the import visible. Returns their number. */
export async function finishImport(
  transaction: Queries,
  userImport: UserImport,
  now: number,
): Promise<number> {
  await keepImportAlive(transaction, userImport, now);
  const { row_count } = await transaction
    .tenant(userImport.tenant_id)
    .update('user_imports', { state: 'done' })
    .where('id', '=', userImport.id)
    .returning('row_count')
    .executeTakeFirstOrThrow();
  await addToRowCount(transaction, userImport.tenant_id, 'users', row_count);
  return row_count;
}
