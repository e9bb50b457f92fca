import { type RawBuilder, sql } from 'kysely';
import type { Store } from './store.ts';

/** Rows deleted in one transaction: few enough that no request waits for the write lock. */
const PORTION = 500;

/** Deletes at most one portion of a table's rows; answers how many went. */
export async function deletePortion(
  store: Store,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  return store.write(async ({ everyTenant, engine }) => {
    const rowId = sql.ref(engine === 'sqlite' ? 'rowid' : 'ctid');
    const { rows } = await sql`
      delete from ${sql.table(table)} where ${rowId} in (
        select ${rowId} from ${sql.table(table)} where ${condition} limit ${PORTION})
      returning 1 as one`.execute(everyTenant);
    return rows.length;
  });
}
