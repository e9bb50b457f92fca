import type { TenantId } from '@inlay/protocol/tenant-id';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/store/store.ts';

/** Imports whose users no reader may see yet (ADR 22), and how many rows that hides. */
export interface StagedImports {
  readonly ids: readonly string[];
  readonly rows: number;
}

export async function stagedImports(queries: Queries, tenantId: TenantId): Promise<StagedImports> {
  const imports = await queries
    .tenant(tenantId)
    .selectFrom('user_imports')
    .select(['id', 'row_count'])
    .where('state', '!=', 'done')
    .execute();
  return {
    ids: imports.map(({ id }) => id),
    rows: imports.reduce((sum, { row_count }) => sum + row_count, 0),
  };
}

/**
 * Leaves staged rows out of a query. `coalesce` hides the column from PostgreSQL's statistics: knowing that nearly all
 * rows are of one import, it would expect to find no other and read the whole table for the first page.
 */
export function notStaged({ ids }: StagedImports): RawBuilder<boolean> {
  return ids.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(users.import_id, '') not in (${sql.join(ids)})`;
}

/** Whether a row is of a user who does not exist yet. */
export async function isStaged(
  queries: Queries,
  tenantId: TenantId,
  { import_id }: { readonly import_id: string | null },
): Promise<boolean> {
  return import_id !== null && (await stagedImports(queries, tenantId)).ids.includes(import_id);
}
