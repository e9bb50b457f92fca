import { sql } from 'kysely';
import { StartError } from '../errors.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { embedAuthentication } from './migrations/0002-embed-authentication.ts';
import { content } from './migrations/0003-content.ts';
import { data } from './migrations/0004-data.ts';
import { previewTokens } from './migrations/0005-preview-tokens.ts';
import { lookAndCalendar } from './migrations/0006-look-and-calendar.ts';
import { builder } from './migrations/0007-builder.ts';
import { usage } from './migrations/0008-usage.ts';
import { administrators } from './migrations/0009-administrators.ts';
import { coveringIndexes } from './migrations/0010-covering-indexes.ts';
import { fastLists } from './migrations/0011-fast-lists.ts';
import { exactOwners } from './migrations/0012-exact-owners.ts';
import { quotas } from './migrations/0013-quotas.ts';
import type { MigrationDb } from './schema.ts';
import type { Queries, Store } from './store.ts';

/** Forward only, in order; a migration that was released never changes. */
const migrations: readonly ((db: MigrationDb, engine: Queries['engine']) => Promise<void>)[] = [
  foundation,
  embedAuthentication,
  content,
  data,
  previewTokens,
  lookAndCalendar,
  builder,
  usage,
  administrators,
  coveringIndexes,
  fastLists,
  exactOwners,
  quotas,
];

export const SCHEMA_VERSION = migrations.length;

/** An arbitrary number that only Inlay's migrations use. */
const advisoryLock = 4_071_968_332;

/** Migrates to the newest schema exactly once, however many nodes start together. */
export async function migrate(store: Store): Promise<void> {
  await store.write(async (transaction) => {
    await lockSchema(transaction);
    if (await getMeta(transaction, RESTORING)) {
      throw new StartError(
        "A restore into this store has not finished. Run 'inlay restore' again, or wait until the running restore is done.",
      );
    }
    await migrateTo(transaction, SCHEMA_VERSION);
  });
}

/** Marks a store that a restore has started to fill. */
export const RESTORING = 'restoring';

/** Blocks other schema changes until the transaction ends. */
export async function lockSchema(transaction: Queries): Promise<void> {
  // On SQLite the transaction itself is the lock.
  if (transaction.engine === 'postgres')
    await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(transaction.everyTenant);
  await sql`create table if not exists meta (key text primary key, value text not null)`.execute(
    transaction.everyTenant,
  );
}

export async function migrateTo(transaction: Queries, target: number): Promise<void> {
  const current = await schemaVersion(transaction);
  if (current > SCHEMA_VERSION) {
    throw new StartError(
      `The store has schema version ${current}, but this version of Inlay supports versions up to ${SCHEMA_VERSION}. Run the newer version of Inlay, or restore a backup.`,
    );
  }
  for (const migration of migrations.slice(current, target))
    await migration(transaction.everyTenant, transaction.engine);
  await setMeta(transaction, 'schema_version', String(Math.max(current, target)));
}

export async function schemaVersion(queries: Queries): Promise<number> {
  return Number((await getMeta(queries, 'schema_version')) ?? 0);
}

export async function getMeta(queries: Queries, key: string): Promise<string | undefined> {
  const row = await queries.everyTenant
    .selectFrom('meta')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value;
}

export async function setMeta(queries: Queries, key: string, value: string): Promise<void> {
  await queries.everyTenant
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
