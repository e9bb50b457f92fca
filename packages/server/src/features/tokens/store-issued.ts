import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { Batches } from '../../platform/store/batches.ts';
import { hotStatement } from '../../platform/store/hot-statement.ts';
import { insertRows, rowsInsert } from '../../platform/store/insert-rows.ts';
import type { AuditEventRow, EmbedTokenRow } from '../../platform/store/schema.ts';
import type { Queries, Store } from '../../platform/store/store.ts';
import { EVENT_COLUMNS, insertEvents } from '../audit/index.ts';
import { sharedLock } from './settings-lock.ts';

type TokenRow = Omit<EmbedTokenRow, 'revoked_at' | 'only_embed'>;

export interface Issued {
  /** With the version of the settings its assertion was verified with. */
  readonly token: TokenRow & { readonly settings_version: number };
  /** Stored in the same transaction as the token. */
  readonly event: AuditEventRow;
}

export type StoreOutcome = 'stored' | 'replayed' | 'settings-changed';

export type TokenWriter = (issued: Issued) => Promise<StoreOutcome>;

/** Tokens issued while others are being written share the next transaction; beyond 4,096 waiting, requests get 503. */
export function createTokenWriter(store: Store): TokenWriter {
  const batches = new Batches((issued: readonly Issued[]) => storeIssued(store, issued), {
    maxConcurrent: store.engine === 'sqlite' ? 1 : 2,
    maxBatchSize: 256,
    maxWaiting: 4096,
  });
  return (issued) => batches.add(issued);
}

/**
 * Stores tokens and their audit events in one transaction. A token is stored only if the tenant is active, its settings
 * are still those the assertion was verified with, and the `jti` is new (RFC 7523 §3, item 7). The unique index on `jti`
 * decides between nodes.
 */
export function storeIssued(store: Store, issued: readonly Issued[]): Promise<StoreOutcome[]> {
  return store.engine === 'postgres'
    ? storeInOneStatement(store, issued)
    : storeInOneTransaction(store, issued);
}

const TOKEN_COLUMNS = {
  token_key: 'text',
  tenant_id: 'text',
  jti_hash: 'text',
  client_id: 'text',
  context: 'text',
  lost_sections: 'text',
  sealed_secrets: 'text',
  issued_at: 'bigint',
  expires_at: 'bigint',
  forget_at: 'bigint',
  revocation_epoch: 'bigint',
} as const;

const insert = rowsInsert<TokenRow>('embed_tokens', TOKEN_COLUMNS, {
  key: 'token_key',
  unless: ['tenant_id', 'jti_hash'],
});

/** For SQLite, where a transaction has no concurrent writers and a statement needs no round trip. */
async function storeInOneTransaction(store: Store, issued: readonly Issued[]): Promise<StoreOutcome[]> {
  return store.write(async (transaction) => {
    const versions = await currentVersions(transaction, new Set(issued.map(({ token }) => token.tenant_id)));
    const isCurrent = ({ token }: Issued) => versions.get(token.tenant_id) === token.settings_version;
    const current = issued.filter(isCurrent);
    const inserted = await insertRows(
      transaction,
      insert,
      current.map(({ token }) => token),
    );
    const stored = new Set(current.filter((_, index) => inserted[index]));
    await insertEvents(
      transaction,
      Array.from(stored, ({ event }) => event),
    );
    return issued.map((one) => {
      if (stored.has(one)) return 'stored';
      return isCurrent(one) ? 'replayed' : 'settings-changed';
    });
  });
}

const findVersion = hotStatement<[tenantId: TenantId]>('find-settings-version')((db, slot) =>
  db
    .selectFrom('embed_settings')
    .innerJoin('tenants', 'tenants.id', 'embed_settings.tenant_id')
    .select('embed_settings.version')
    .where('embed_settings.tenant_id', '=', slot(0))
    .where('tenants.status', '=', 'active'),
);

async function currentVersions(
  transaction: Queries,
  tenants: ReadonlySet<TenantId>,
): Promise<ReadonlyMap<TenantId, number>> {
  const versions = new Map<TenantId, number>();
  for (const tenantId of tenants) {
    const [settings] = await transaction.run(findVersion, tenantId);
    if (settings) versions.set(tenantId, settings.version);
  }
  return versions;
}

const tokenNames = Object.keys(TOKEN_COLUMNS);
const eventNames = Object.keys(EVENT_COLUMNS);
const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/**
 * For PostgreSQL: the same in one round trip instead of six. The lock keeps concurrent settings changes out. The
 * statement's snapshot is older than the lock it waited for, so `for share` reads the current settings. Tokens are
 * inserted in the order of the index: two batches with the same assertions would deadlock otherwise.
 */
const storeAll = hotStatement<[rows: string]>('store-issued')((db, slot) => {
  const typed = Object.entries({ ...EVENT_COLUMNS, ...TOKEN_COLUMNS, settings_version: 'bigint' });
  const record = sql.join(typed.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  const query = sql<{ readonly key: string; readonly is_stored: boolean }>`
    with given as materialized (
      select * from jsonb_to_recordset(${slot(0)}::jsonb) as given(${record})
    ), locked as materialized (
      select tenant_id, ${sharedLock(sql.ref('tenant_id'))}
      from (select distinct tenant_id from given order by tenant_id) as tenants_of_given
    ), held as materialized (
      select embed_settings.tenant_id, embed_settings.version
      from locked
      join embed_settings on embed_settings.tenant_id = locked.tenant_id
      join tenants on tenants.id = locked.tenant_id and tenants.status = 'active'
      for share of embed_settings
    ), good as materialized (
      select given.* from given
      join held on held.tenant_id = given.tenant_id and held.version = given.settings_version
    ), stored as (
      insert into embed_tokens (${columns(tokenNames)})
      select ${columns(tokenNames)} from good order by tenant_id, jti_hash
      on conflict (tenant_id, jti_hash) do nothing
      returning token_key
    ), recorded as (
      insert into audit_events (${columns(eventNames)})
      select ${columns(eventNames)} from good where token_key in (select token_key from stored)
    )
    select good.token_key as key, stored.token_key is not null as is_stored
    from good left join stored on stored.token_key = good.token_key`;
  return { compile: () => query.compile(db) };
});

async function storeInOneStatement(store: Store, issued: readonly Issued[]): Promise<StoreOutcome[]> {
  const rows = JSON.stringify(issued.map(({ token, event }) => ({ ...event, ...token })));
  const found = await store.writeByOne(storeAll, rows);
  const isStored = new Map(found.map(({ key, is_stored }) => [key, is_stored]));
  return issued.map(({ token }) => {
    const stored = isStored.get(token.token_key);
    return stored === undefined ? 'settings-changed' : stored ? 'stored' : 'replayed';
  });
}
