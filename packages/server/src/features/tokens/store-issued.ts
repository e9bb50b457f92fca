import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { EVENT_COLUMNS, insertEvents } from '../../platform/audit/record-event.ts';
import { monthOf } from '../../platform/counters/month.ts';
import { readQuotas } from '../../platform/counters/tenant-quotas.ts';
import type { MeteredUse } from '../../platform/counters/use.ts';
import { dayOf, writeUses } from '../../platform/counters/write-uses.ts';
import { Batches } from '../../platform/store/batches.ts';
import { hotStatement } from '../../platform/store/hot-statement.ts';
import { insertRows, rowsInsert } from '../../platform/store/insert-rows.ts';
import type { AuditEventRow, EmbedTokenRow } from '../../platform/store/schema.ts';
import type { Queries, Store } from '../../platform/store/store.ts';
import { sharedLock } from '../../platform/store/take-lock.ts';

type TokenRow = Omit<EmbedTokenRow, 'revoked_at' | 'only_embed'>;

export interface Issued {
  /** With the version of the settings its assertion was verified with. */
  readonly token: TokenRow & { readonly settings_version: number };
  /** Stored in the same transaction as the token. */
  readonly event: AuditEventRow;
  /** Counted in the same transaction. */
  readonly use: MeteredUse;
}

export type StoreOutcome = 'stored' | 'replayed' | 'settings-changed' | 'quota-reached';

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
 * Stores tokens with their audit events and counts them, in one transaction. A token is stored only if the tenant is
 * active, its settings are still those the assertion was verified with, the tenant's quota has room (ADR 321), and the
 * `jti` is new (RFC 7523 §3, item 7). The unique index on `jti` and the row with the total decide between nodes. A replay
 * takes its place in the quota until the transaction ends.
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
    const allowed = await withinQuotas(transaction, issued.filter(isCurrent));
    const inserted = await insertRows(
      transaction,
      insert,
      allowed.map(({ token }) => token),
    );
    const stored = allowed.filter((_, index) => inserted[index]);
    await insertEvents(
      transaction,
      stored.map(({ event }) => event),
    );
    await writeUses(
      transaction,
      stored.map(({ use }) => use),
    );
    const [isStored, isAllowed] = [new Set(stored), new Set(allowed)];
    return issued.map((one) => {
      if (isStored.has(one)) return 'stored';
      if (isAllowed.has(one)) return 'replayed';
      return isCurrent(one) ? 'quota-reached' : 'settings-changed';
    });
  });
}

async function withinQuotas(transaction: Queries, issued: readonly Issued[]): Promise<readonly Issued[]> {
  const places = new Map<string, number>();
  const allowed: Issued[] = [];
  for (const one of issued) {
    const { tenantId } = one.use;
    const month = monthOf(one.use.hour);
    const key = `${tenantId} ${month}`;
    const left = places.get(key) ?? (await exchangesLeft(transaction, tenantId, month));
    places.set(key, left - 1);
    if (left > 0) allowed.push(one);
  }
  return allowed;
}

const findTotal = hotStatement<[tenantId: TenantId, month: number]>()((db, slot) =>
  db
    .selectFrom('usage_totals')
    .select('count')
    .where('tenant_id', '=', slot(0))
    .where('month', '=', slot(1))
    .where('what', '=', 'exchange'),
);

async function exchangesLeft(transaction: Queries, tenantId: TenantId, month: number): Promise<number> {
  const { exchanges: limit = Infinity } = await readQuotas(transaction, tenantId);
  if (limit === Infinity) return limit;
  const [total] = await transaction.run(findTotal, tenantId, month);
  return limit - (total?.count ?? 0);
}

const findVersion = hotStatement<[tenantId: TenantId]>()((db, slot) =>
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

const useColumns = {
  hour: 'bigint',
  day: 'bigint',
  month: 'bigint',
  workspace_id: 'text',
  username: 'text',
} as const;

/**
 * For PostgreSQL: the same in one round trip instead of nine. The lock keeps concurrent settings changes out. The
 * statement's snapshot is older than the locks it waited for, so `for share` reads the current settings, and `for update`
 * the current total. Rows are inserted in the order of an index: two batches with the same ones would deadlock otherwise.
 */
const storeAll = hotStatement<[rows: string]>()((db, slot) => {
  const typed = Object.entries({
    ...EVENT_COLUMNS,
    ...TOKEN_COLUMNS,
    ...useColumns,
    settings_version: 'bigint',
  });
  const record = sql.join(typed.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  const query = sql<{ readonly key: string; readonly outcome: StoreOutcome | 'no-total' }>`
    with given as materialized (
      select * from jsonb_to_recordset(${slot(0)}::jsonb) as given(${record})
    ), locked as materialized (
      select tenant_id, ${sharedLock('settings', sql.ref('tenant_id'))}
      from (select distinct tenant_id from given order by tenant_id) as tenants_of_given
    ), held as materialized (
      select embed_settings.tenant_id, embed_settings.version
      from locked
      join embed_settings on embed_settings.tenant_id = locked.tenant_id
      join tenants on tenants.id = locked.tenant_id and tenants.status = 'active'
      for share of embed_settings
    ), good as materialized (
      select given.*, row_number() over (partition by given.tenant_id, given.month) as place
      from given
      join held on held.tenant_id = given.tenant_id and held.version = given.settings_version
    ), limited as materialized (
      select months.tenant_id, months.month, (tenant_quotas.limits::jsonb ->> 'exchanges')::bigint as maximum
      from (select distinct tenant_id, month from good) as months
      join tenant_quotas on tenant_quotas.tenant_id = months.tenant_id
      where tenant_quotas.limits::jsonb ->> 'exchanges' is not null
    ), counted_before as materialized (
      select limited.tenant_id, limited.month, limited.maximum - usage_totals.count as places
      from limited
      join usage_totals on usage_totals.tenant_id = limited.tenant_id
        and usage_totals.month = limited.month and usage_totals.what = 'exchange'
      order by limited.tenant_id, limited.month
      for update of usage_totals
    ), allowed as materialized (
      select good.* from good
      left join limited on limited.tenant_id = good.tenant_id and limited.month = good.month
      left join counted_before on counted_before.tenant_id = good.tenant_id and counted_before.month = good.month
      where limited.tenant_id is null or good.place <= counted_before.places
    ), inserted as (
      insert into embed_tokens (${columns(tokenNames)})
      select ${columns(tokenNames)} from allowed order by tenant_id, jti_hash
      on conflict (tenant_id, jti_hash) do nothing
      returning token_key
    ), stored as materialized (
      select allowed.* from allowed join inserted on inserted.token_key = allowed.token_key
    ), recorded as (
      insert into audit_events (${columns(eventNames)}) select ${columns(eventNames)} from stored
    ), counted as (
      insert into usage_totals (tenant_id, month, what, count)
      select tenant_id, month, 'exchange', count(*) from stored group by tenant_id, month order by tenant_id, month
      on conflict (tenant_id, month, what) do update set count = usage_totals.count + excluded.count
    ), counted_by_hour as (
      insert into usage_counts (tenant_id, hour, what, key, count, total_ms, longest_ms)
      select tenant_id, hour, 'exchange', '', count(*), 0, 0
      from stored group by tenant_id, hour order by tenant_id, hour
      on conflict (tenant_id, what, hour, key) do update set count = usage_counts.count + excluded.count
    ), counted_by_viewer as (
      insert into viewer_usage (tenant_id, day, workspace_id, username, views, exchanges, exported_rows)
      select tenant_id, day, workspace_id, username, 0, count(*), 0
      from stored group by tenant_id, day, workspace_id, username
      order by tenant_id collate "C", day, workspace_id collate "C", username collate "C"
      on conflict (tenant_id, day, workspace_id, username)
      do update set exchanges = viewer_usage.exchanges + excluded.exchanges
    )
    select good.token_key as key, case
      when stored.token_key is not null then 'stored'
      when allowed.token_key is not null then 'replayed'
      when counted_before.tenant_id is null then 'no-total'
      else 'quota-reached' end as outcome
    from good
    left join allowed on allowed.token_key = good.token_key
    left join stored on stored.token_key = good.token_key
    left join counted_before on counted_before.tenant_id = good.tenant_id and counted_before.month = good.month`;
  return { compile: () => query.compile(db) };
});

/** Only a row that exists can be locked. The first exchange of a month under a quota creates it. */
const startTotals = hotStatement<[rows: string]>()((db, slot) => {
  const query = sql`
    insert into usage_totals (tenant_id, month, what, count)
    select distinct tenant_id, month, 'exchange', 0
    from jsonb_to_recordset(${slot(0)}::jsonb) as given(tenant_id text, month bigint)
    order by tenant_id, month
    on conflict do nothing`;
  return { compile: () => query.compile(db) };
});

async function storeInOneStatement(store: Store, issued: readonly Issued[]): Promise<StoreOutcome[]> {
  const outcomes = await storeByKey(store, issued);
  return issued.map(({ token }) => outcomes.get(token.token_key) ?? 'settings-changed');
}

async function storeByKey(
  store: Store,
  issued: readonly Issued[],
): Promise<ReadonlyMap<string, StoreOutcome>> {
  const rows = JSON.stringify(issued.map(rowOf));
  const outcomes = new Map<string, StoreOutcome>();
  const withoutTotal = new Set<string>();
  for (const { key, outcome } of await store.writeByOne(storeAll, rows))
    if (outcome === 'no-total') withoutTotal.add(key);
    else outcomes.set(key, outcome);
  if (withoutTotal.size === 0) return outcomes;
  await store.writeByOne(startTotals, rows);
  const rest = issued.filter(({ token }) => withoutTotal.has(token.token_key));
  return new Map([...outcomes, ...(await storeByKey(store, rest))]);
}

const rowOf = ({ token, event, use: { hour, viewer } }: Issued) => ({
  ...event,
  ...token,
  hour,
  day: dayOf(hour),
  month: monthOf(hour),
  workspace_id: viewer.workspaceId,
  username: viewer.username,
});
