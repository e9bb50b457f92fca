import { sql } from 'kysely';
import { StartError } from '../../platform/errors.ts';
import { getMeta, setMeta } from '../../platform/store/meta.ts';
import {
  lockSchema,
  migrateTo,
  RESTORING,
  SCHEMA_VERSION,
  schemaVersion,
} from '../../platform/store/migrate.ts';
import type { Queries, Store } from '../../platform/store/store.ts';
import { STORE_ENTRIES } from '../../platform/store/store-upgrades.ts';
import { SEARCH_TABLES, TABLE_NAMES, type TableName } from '../../platform/store/tables.ts';
import type { Row } from './back-up.ts';

const portion = 500;

/** Refuses a store that is in use; `half restored` means an earlier restore was interrupted. */
export async function checkFillable(store: Store): Promise<'empty' | 'half restored'> {
  return store.write(async (transaction) => {
    await lockSchema(transaction);
    await refuseUnlessEmpty(transaction);
    return (await getMeta(transaction, RESTORING)) === undefined ? 'empty' : 'half restored';
  });
}

/** Claims an empty or half-restored store and creates the tables of the backup's schema version. */
export async function beginFilling(store: Store, version: number, claim: string): Promise<void> {
  await store.write(async (transaction) => {
    await lockSchema(transaction);
    await refuseUnlessEmpty(transaction);
    await dropTables(transaction);
    await lockSchema(transaction);
    await migrateTo(transaction, version);
    await setMeta(transaction, RESTORING, claim);
  });
}

export async function fillTable(
  store: Store,
  table: TableName,
  rows: readonly Row[],
  claim: string,
): Promise<void> {
  const own = (row: Row) => table === 'meta' && [...STORE_ENTRIES, RESTORING].includes(String(row.key));
  const wanted = rows.filter((row) => !own(row));
  for (let start = 0; start < wanted.length; start += portion) {
    await store.write(async (transaction) => {
      await holdClaim(transaction, claim);
      const values = wanted.slice(start, start + portion);
      await transaction.everyTenant.insertInto(table).values(values).execute();
    });
  }
}

/** Migrates the restored rows to the current schema and opens the store for use. */
export async function finishFilling(store: Store, claim: string): Promise<void> {
  await store.write(async (transaction) => {
    await holdClaim(transaction, claim);
    await migrateTo(transaction, SCHEMA_VERSION);
    await transaction.everyTenant.deleteFrom('meta').where('key', '=', RESTORING).execute();
  });
}

/** Empties the store again after a failure. */
export async function emptyStore(store: Store, claim: string): Promise<void> {
  await store.write(async (transaction) => {
    await lockSchema(transaction);
    await holdClaim(transaction, claim);
    await dropTables(transaction);
  });
}

async function refuseUnlessEmpty(transaction: Queries): Promise<void> {
  if ((await getMeta(transaction, RESTORING)) !== undefined) return;
  const version = await schemaVersion(transaction);
  const inUse =
    version > SCHEMA_VERSION ||
    (version > 0 &&
      (await transaction.everyTenant.selectFrom('tenants').select('id').limit(1).executeTakeFirst()));
  if (inUse) {
    throw new StartError(
      'The store is not empty, and its data is never overwritten. Choose an empty database or, for a restore, a new folder with INLAY_DATA_DIR.',
    );
  }
}

async function holdClaim(transaction: Queries, claim: string): Promise<void> {
  if ((await getMeta(transaction, RESTORING)) !== claim)
    throw new StartError('Another restore or move into the same store is running. This one was stopped.');
}

async function dropTables(transaction: Queries): Promise<void> {
  for (const table of [...TABLE_NAMES.toReversed(), ...SEARCH_TABLES])
    await sql`drop table if exists ${sql.table(table)}`.execute(transaction.everyTenant);
}
