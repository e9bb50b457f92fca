import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { fieldsTaken } from '../errors.ts';
import { hotStatement } from './hot-statement.ts';
import { readPage } from './read-page.ts';
import type { ConnectionRow, Database, DatasetRow } from './schema.ts';
import { foldSearchText, likeLiteral } from './search-text.ts';
import type { ListQueries, Queries } from './store.ts';
import type { TenantQueries } from './tenant-queries.ts';

type Table = 'connections' | 'datasets';

/** Columns that a change may set. */
interface Columns {
  connections: Pick<ConnectionRow, 'name' | 'definition' | 'sealed_password'>;
  datasets: Pick<DatasetRow, 'name' | 'connection_id' | 'workspace_id' | 'definition'>;
}

type ListFilter = Partial<Columns['connections'] & Columns['datasets']> & {
  /** Part of a name or id. */
  readonly q?: string | undefined;
};

/** SQLite lowers only ASCII, so names are also compared as they were typed. */
function named(q = '') {
  const matches = (text: string, pattern: string) =>
    sql<boolean>`${sql.raw(text)} like ${`%${likeLiteral(pattern)}%`} escape '\\'`;
  const folded = foldSearchText([q]);
  return sql<boolean>`(${matches('lower(name)', folded)} or ${matches('name', q)} or ${matches('lower(id)', folded)})`;
}

type Lock = 'share' | 'own';

/** In the order of ids, so that two transactions cannot deadlock. On SQLite, the transaction itself is the lock. */
async function lockRows(own: TenantQueries, table: Table, ids: readonly string[], lock: Lock | undefined) {
  if (ids.length === 0) return [];
  return own
    .selectFrom(table)
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .$if(lock === 'share', (query) => query.forShare())
    .$if(lock === 'own', (query) => query.forUpdate())
    .execute();
}

/**
 * Connections and datasets are stored alike: under an id that the administrator chooses, with a version that each change
 * raises. `read` turns a row into an item.
 */
export function versionedRows<T extends Table, Item>(
  table: T,
  noun: string,
  read: (row: Database[T]) => Item,
) {
  // Typed as either table: Kysely then knows their common columns.
  const rows: Table = table;

  const selectRow = hotStatement<[tenantId: TenantId, id: string]>()((db, slot) =>
    db.selectFrom(rows).selectAll().where('tenant_id', '=', slot(0)).where('id', '=', slot(1)),
  );

  const find = async (queries: Queries, tenantId: TenantId, id: string): Promise<Item | undefined> => {
    const [row] = await queries.run(selectRow, tenantId, id);
    return row && read(row as Database[T]);
  };

  return {
    /** By creation time, then id. */
    list: async (
      queries: ListQueries,
      tenantId: TenantId,
      request: PageRequest,
      { q, ...having }: ListFilter = {},
    ): Promise<Page<Item>> => {
      const all = queries.tenant(tenantId).selectFrom(rows);
      const matching = all.where((e) => e.and(having)).$if(q !== undefined, (query) => query.where(named(q)));
      const { data, meta } = await readPage(request, matching, (found) =>
        found.selectAll().orderBy('created_at').orderBy('id'),
      );
      return { data: data.map(read), meta };
    },

    find,

    /** Locks the items that exist until the transaction ends: `share` against changes and deletion, `own` against other locks too. */
    hold: async (
      transaction: Queries,
      tenantId: TenantId,
      ids: readonly string[],
      lock: Lock,
    ): Promise<readonly Item[]> => {
      const held = await lockRows(
        transaction.tenant(tenantId),
        rows,
        ids,
        transaction.engine === 'postgres' ? lock : undefined,
      );
      return held.map(read);
    },

    insert: async (
      transaction: Queries,
      tenantId: TenantId,
      id: string,
      columns: Columns[T],
      now: number,
    ): Promise<Item> => {
      const facts = { id, version: 1, created_at: now, updated_at: now };
      const inserted = await transaction
        .tenant(tenantId)
        .insertInto(rows, { ...columns, ...facts })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      const item = inserted && (await find(transaction, tenantId, id));
      if (item) return item;
      throw idTaken(noun, id);
    },

    /** Undefined if it was changed or deleted since version `was`. */
    update: async (
      transaction: Queries,
      tenantId: TenantId,
      was: { readonly id: string; readonly version: number },
      columns: Columns[T],
      now: number,
    ): Promise<Item | undefined> => {
      const row = await transaction
        .tenant(tenantId)
        .update(rows, { ...columns, version: was.version + 1, updated_at: now })
        .where('id', '=', was.id)
        .where('version', '=', was.version)
        .returningAll()
        .executeTakeFirst();
      return row && read(row);
    },

    /** Returns whether it existed. */
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

const idTaken = (noun: string, id: string) =>
  fieldsTaken(
    [{ path: '/id', problem: 'is taken. Choose another one' }],
    `A ${noun} with the id '${id}' already exists. Choose another id.`,
  );
