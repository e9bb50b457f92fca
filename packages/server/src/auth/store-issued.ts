import { sql } from 'kysely';
import { EVENT_COLUMNS, insertEvents } from '../audit/insert-events.ts';
import { hotStatement } from '../store/hot-statement.ts';
import type { AuditEventRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { type PendingToken, type StoreOutcome, storeTokens, TOKEN_COLUMNS } from './embed-tokens.ts';

export interface Issued {
  readonly token: PendingToken;
  /** Stored with the token, or not at all. */
  readonly event: AuditEventRow;
}

/** All tokens that are issued at this moment, and their audit events, in one transaction. */
export function storeIssued(store: Store, issued: readonly Issued[]): Promise<StoreOutcome[]> {
  return store.engine === 'postgres' ? byOneStatement(store, issued) : inOneTransaction(store, issued);
}

async function inOneTransaction(store: Store, issued: readonly Issued[]): Promise<StoreOutcome[]> {
  return store.write(async (transaction) => {
    const tokens = issued.map(({ token }) => token);
    const outcomes = await storeTokens(transaction, tokens);
    const stored = issued.filter((_, index) => outcomes[index] === 'stored');
    await insertEvents(
      transaction,
      stored.map(({ event }) => event),
    );
    return outcomes;
  });
}

const tokenNames = Object.keys(TOKEN_COLUMNS);
const eventNames = Object.keys(EVENT_COLUMNS);
const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/**
 * What `storeTokens` does, in one round trip instead of six. `for share` waits for a change of the settings that is
 * under way and then reads what it made; a change waits for us in turn. Tokens go in by the order of the index, for
 * the reason given there.
 */
const storeAll = hotStatement<[rows: string]>('store-issued')((db, slot) => {
  const typed = Object.entries({ ...EVENT_COLUMNS, ...TOKEN_COLUMNS, settings_version: 'bigint' });
  const record = sql.join(typed.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  const query = sql<{ readonly key: string; readonly is_stored: boolean }>`
    with given as materialized (
      select * from jsonb_to_recordset(${slot(0)}::jsonb) as given(${record})
    ), held as materialized (
      select embed_settings.tenant_id, embed_settings.version
      from embed_settings join tenants on tenants.id = embed_settings.tenant_id
      where tenants.status = 'active' and embed_settings.tenant_id in (select tenant_id from given)
      order by embed_settings.tenant_id
      for share of embed_settings
    ), good as materialized (
      select given.* from given
      join held on held.tenant_id = given.tenant_id and held.version = given.settings_version
    ), stored as (
      insert into embed_tokens (${columns(tokenNames)})
      select ${columns(tokenNames)} from good order by tenant_id, jti_hash
      on conflict (tenant_id, jti_hash) do nothing
      returning token_key
    ), told as (
      insert into audit_events (${columns(eventNames)})
      select ${columns(eventNames)} from good where token_key in (select token_key from stored)
    )
    select good.token_key as key, stored.token_key is not null as is_stored
    from good left join stored on stored.token_key = good.token_key`;
  return { compile: () => query.compile(db) };
});

async function byOneStatement(store: Store, issued: readonly Issued[]): Promise<StoreOutcome[]> {
  const rows = JSON.stringify(issued.map(({ token, event }) => ({ ...event, ...token })));
  const found = await store.writeByOne(storeAll, rows);
  const isStored = new Map(found.map(({ key, is_stored }) => [key, is_stored]));
  return issued.map(({ token }) => {
    const stored = isStored.get(token.token_key);
    return stored === undefined ? 'settings-changed' : stored ? 'stored' : 'replayed';
  });
}
