import { sql } from 'kysely';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { hotStatement } from '../../../platform/store/hot-statement.ts';
import type { Queries } from '../../../platform/store/store.ts';

const lock = hotStatement<[key: string]>('lock-viewer')((db, slot) =>
  db.selectNoFrom(sql<null>`pg_advisory_xact_lock(hashtextextended(${slot(0)}, 4))`.as('locked')),
);

/**
 * Blocks other writers of the viewer's saved views until the transaction ends: parallel saves would all find a free
 * place, and all become the default. SQLite has a single writer and needs no lock.
 */
export async function lockViewer(
  transaction: Queries,
  { tenantId, workspaceId, username }: EmbedPrincipal,
): Promise<void> {
  if (transaction.engine === 'postgres')
    await transaction.run(lock, JSON.stringify([tenantId, workspaceId, username]));
}
