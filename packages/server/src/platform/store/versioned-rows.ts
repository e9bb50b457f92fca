import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../errors.ts';
import { readPage } from './read-page.ts';
import type { Database } from './schema.ts';
import type { ListQueries, Queries } from './store.ts';

type Table = 'connections' | 'datasets';

/** What a change may set. */
type Columns<T extends Table> = Omit<
  Database[T],
  'tenant_id' | 'id' | 'version' | 'created_at' | 'updated_at'
>;

/**
 * Connections and datasets are kept alike: under an id that the admin chooses, with a version that each change
 * raises. `read` makes of a row what the rest of the program sees.
 */
export function versionedRows<T extends Table, Item>(
  table: T,
  noun: string,
  read: (row: Database[T]) => Item,
) {
  // Kysely cannot follow a choice of tables; both have every column that is named below.
  const rows = table as 'datasets';
  const asItem = (row: unknown) => read(row as Database[T]);

  return {
    /** By creation time, then id. */
    list: async (
      queries: ListQueries,
      tenantId: TenantId,
      request: PageRequest,
      having: Partial<Columns<T>> = {},
    ): Promise<Page<Item>> => {
      const all = queries.tenant(tenantId).selectFrom(rows);
      const matching = all.where((e) => e.and(having as Partial<Columns<'datasets'>>));
      const { data, meta } = await readPage(request, matching, (found) =>
        found.selectAll().orderBy('created_at').orderBy('id'),
      );
      return { data: data.map(asItem), meta };
    },

    find: async (queries: Queries, tenantId: TenantId, id: string): Promise<Item | undefined> => {
      const row = await queries
        .tenant(tenantId)
        .selectFrom(rows)
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && asItem(row);
    },

    /** Those of the ids that are there. Before this transaction ends nobody changes or deletes them; `own`: nor adds to them. */
    hold: async (
      transaction: Queries,
      tenantId: TenantId,
      ids: readonly string[],
      lock: 'share' | 'own',
    ): Promise<readonly Item[]> => {
      if (ids.length === 0) return [];
      const held = await transaction
        .tenant(tenantId)
        .selectFrom(rows)
        .selectAll()
        .where('id', 'in', [...new Set(ids)])
        .orderBy('id')
        // On SQLite the transaction itself is the lock.
        .$if(transaction.engine === 'postgres', (query) =>
          lock === 'share' ? query.forShare() : query.forUpdate(),
        )
        .execute();
      return held.map(asItem);
    },

    insert: async (
      transaction: Queries,
      tenantId: TenantId,
      id: string,
      columns: Columns<T>,
      now: number,
    ): Promise<Item> => {
      const facts = { id, version: 1, created_at: now, updated_at: now };
      const row = await transaction
        .tenant(tenantId)
        .insertInto(rows, { ...(columns as unknown as Columns<'datasets'>), ...facts })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row) return asItem(row);
      throw new AppError('CONFLICT', {
        message: `There is already a ${noun} with the id '${id}'. Choose another id.`,
      });
    },

    /** Answers nothing where somebody else changed or deleted it since `was` was read. */
    update: async (
      transaction: Queries,
      tenantId: TenantId,
      was: { readonly id: string; readonly version: number },
      columns: Columns<T>,
      now: number,
    ): Promise<Item | undefined> => {
      const row = await transaction
        .tenant(tenantId)
        .update(rows, {
          ...(columns as unknown as Columns<'datasets'>),
          version: was.version + 1,
          updated_at: now,
        })
        .where('id', '=', was.id)
        .where('version', '=', was.version)
        .returningAll()
        .executeTakeFirst();
      return row && asItem(row);
    },

    /** Answers whether there was one. */
    remove: async (transaction: Queries, tenantId: TenantId, id: string): Promise<boolean> => {
      const { numDeletedRows } = await transaction
        .tenant(tenantId)
        .deleteFrom(rows)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
