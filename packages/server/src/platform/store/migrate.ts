import { sql } from 'kysely';
import { VERSION } from '../../version.ts';
import { StartError } from '../errors.ts';
import { getMeta, setMeta } from './meta.ts';
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
import { savedViews } from './migrations/0014-saved-views.ts';
import { apiKeys } from './migrations/0015-api-keys.ts';
import { adminRoles } from './migrations/0016-admin-roles.ts';
import { dataAccess } from './migrations/0017-data-access.ts';
import { readableNames } from './migrations/0018-readable-names.ts';
import { sessions } from './migrations/0019-sessions.ts';
import { mail } from './migrations/0020-mail.ts';
import { externalIds } from './migrations/0021-external-ids.ts';
import { secondFactors } from './migrations/0022-second-factors.ts';
import { identityProviders } from './migrations/0023-identity-providers.ts';
import { reports } from './migrations/0024-reports.ts';
import { lastCodes } from './migrations/0025-last-codes.ts';
import type { MigrationDb } from './schema.ts';
import type { Queries, Store } from './store.ts';
import { CHECKED_BY, COMPATIBLE_FROM, exclusionFrom, recordUpgrade } from './store-upgrades.ts';

/**
 * One step of the schema. `expand` only adds, so nodes of the version before keep working on the store. `contract`
 * removes or reinterprets what they use, and excludes them: it follows one release after the last use (ADR 286).
 */
export interface Migration {
  readonly phase: 'expand' | 'contract';
  run(db: MigrationDb, engine: Queries['engine']): Promise<void>;
}

const expand = (run: Migration['run']): Migration => ({ phase: 'expand', run });
const contract = (run: Migration['run']): Migration => ({ phase: 'contract', run });

/** Forward only, in order; a migration that was released never changes. */
export const MIGRATIONS: readonly Migration[] = [
  expand(foundation),
  expand(embedAuthentication),
  expand(content),
  expand(data),
  expand(previewTokens),
  expand(lookAndCalendar),
  expand(builder),
  expand(usage),
  expand(administrators),
  expand(coveringIndexes),
  expand(fastLists),
  contract(exactOwners),
  expand(quotas),
  expand(savedViews),
  expand(apiKeys),
  expand(adminRoles),
  expand(dataAccess),
  expand(readableNames),
  expand(sessions),
  expand(mail),
  expand(externalIds),
  expand(secondFactors),
  expand(identityProviders),
  expand(reports),
  expand(lastCodes),
];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** An arbitrary number that only Inlay's migrations use. */
const advisoryLock = 4_071_968_332;

export interface UpgradeOptions {
  /** Those of another version, in tests. */
  readonly migrations?: readonly Migration[];
  /** Copies the store before an upgrade, and returns where the copy is. */
  readonly copyStore?: (version: number) => string;
  /** Called before each migration of an upgrade, and after the last. */
  readonly onMigration?: ((done: number, total: number) => void) | undefined;
}

/** Migrates to the newest schema exactly once, however many nodes start together. */
export async function migrate(
  store: Store,
  { migrations = MIGRATIONS, copyStore, onMigration }: UpgradeOptions = {},
): Promise<void> {
  await store.write(async (transaction) => {
    await lockSchema(transaction);
    if (await getMeta(transaction, RESTORING)) {
      throw new StartError(
        "A restore into this store has not finished. Run 'inlay restore' or 'inlay store move' again, or wait until the running one is done.",
      );
    }
    const current = await schemaVersion(transaction);
    const isUpgrade = current > 0 && current < migrations.length;
    const copy = isUpgrade ? copyStore?.(current) : undefined;
    await migrateTo(transaction, migrations.length, { migrations, ...(isUpgrade && { onMigration }) });
    if (isUpgrade) await recordUpgrade(transaction, copy);
    if (current === 0) await setMeta(transaction, CHECKED_BY, VERSION);
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

export async function migrateTo(
  transaction: Queries,
  target: number,
  { migrations = MIGRATIONS, onMigration }: Pick<UpgradeOptions, 'migrations' | 'onMigration'> = {},
): Promise<void> {
  const current = await schemaVersion(transaction);
  if (current > migrations.length) {
    const exclusion = await exclusionFrom(transaction, migrations.length);
    if (exclusion) throw new StartError(exclusion);
    return;
  }
  const pending = migrations.slice(current, target);
  for (const [done, { run }] of pending.entries()) {
    onMigration?.(done, pending.length);
    await run(transaction.everyTenant, transaction.engine);
  }
  onMigration?.(pending.length, pending.length);
  const reached = Math.max(current, target);
  await setMeta(transaction, 'schema_version', String(reached));
  const compatibleFrom = migrations.slice(0, reached).findLastIndex(({ phase }) => phase === 'contract') + 1;
  await setMeta(transaction, COMPATIBLE_FROM, String(compatibleFrom));
}

export async function schemaVersion(queries: Queries): Promise<number> {
  return Number((await getMeta(queries, 'schema_version')) ?? 0);
}
