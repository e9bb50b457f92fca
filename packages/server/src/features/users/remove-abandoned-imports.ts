import { inPortions, type SweepServices } from '../../platform/store/in-portions.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { UserImport } from './user-imports.ts';

/** An import without writes for this long has crashed. */
const SILENCE_MS = 5 * 60_000;
/** Small, because the server handles requests at the same time. */
const portion = 250;

/** Deletes the users of an import that did not complete, and then the import itself. */
export async function removeImport(
  { store, time }: SweepServices,
  userImport: UserImport,
  signal?: AbortSignal,
): Promise<number> {
  const claimed = await store.write((transaction) => claim(transaction, userImport));
  if (!claimed) return 0;
  const removed = await inPortions(
    time,
    () => store.write((transaction) => removePortion(transaction, userImport)),
    signal,
  );
  if (signal?.aborted) return removed;
  await store.write(({ tenant }) =>
    tenant(userImport.tenant_id).deleteFrom('user_imports').where('id', '=', userImport.id).execute(),
  );
  return removed;
}

/** Deletes imports abandoned by a crash, a second Ctrl-C or a power failure. Returns the number of deleted rows. */
export async function sweepAbandonedImports(
  services: SweepServices,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const abandoned = await services.store.everyTenant
    .selectFrom('user_imports')
    .select(['tenant_id', 'id', 'created_at'])
    .where('state', '!=', 'done')
    .where('heartbeat_at', '<', now - SILENCE_MS)
    .execute();
  let removed = 0;
  for (const userImport of abandoned) removed += await removeImport(services, userImport, signal);
  return removed;
}

/** From here on the import can only be deleted, unless it has completed concurrently. */
async function claim(transaction: Queries, { tenant_id, id }: UserImport): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .tenant(tenant_id)
    .update('user_imports', { state: 'abandoned' })
    .where('id', '=', id)
    .where('state', '!=', 'done')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function removePortion(transaction: Queries, userImport: UserImport): Promise<number> {
  const own = transaction.tenant(userImport.tenant_id);
  const rows = await own
    .selectFrom('users')
    .select('id')
    // Found through an index on the creation time.
    .where('created_at', '=', userImport.created_at)
    .where('import_id', '=', userImport.id)
    .limit(portion)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await own.deleteFrom('user_groups').where('user_id', 'in', ids).execute();
  await own.deleteFrom('users').where('id', 'in', ids).execute();
  return rows.length;
}
