import type { TenantId } from '@inlay/protocol/tenant-id';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/store/store.ts';

/** Imports whose users are not visible yet (ADR 22), and their number of rows. */
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
 * Excludes staged rows from a query. `coalesce` hides the column from PostgreSQL's statistics: if nearly all rows
 * belong to one import, the planner would expect no others and read the whole table for the first page.
 */
export function notStaged({ ids }: StagedImports): RawBuilder<boolean> {
  return ids.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(users.import_id, '') not in (${sql.join(ids)})`;
}

/** Whether a row belongs to a user who does not exist yet. */
export async function isStaged(
  queries: Queries,
  tenantId: TenantId,
  { import_id }: { readonly import_id: string | null },
): Promise<boolean> {
  return import_id !== null && (await stagedImports(queries, tenantId)).ids.includes(import_id);
}
