import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { hotStatement } from '../store/hot-statement.ts';
import { rowsStatement, runForRows } from '../store/rows-statement.ts';
import type { EmbedTokenRow } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { createEmbedPrincipal, type EmbedPrincipal } from './embed-principal.ts';
import { tokenHash } from './opaque-token.ts';
import { shareSettingsVersion } from './settings-lock.ts';

/** A token that wants to be stored, and the settings version that its assertion was verified with. */
export type PendingToken = Omit<EmbedTokenRow, 'revoked_at'> & { readonly settings_version: number };

export type StoreOutcome = 'stored' | 'replayed' | 'settings-changed';

const columns = {
  token_hash: 'text',
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
const stored = Object.keys(columns).map((name) => sql.ref(name));

const insertTokens = rowsStatement<PendingToken, { token_hash: string }>(
  'insert-tokens',
  { ...columns, settings_version: 'bigint' },
  (source) => sql`
    insert into embed_tokens (${sql.join(stored)})
    select ${sql.join(Object.keys(columns).map((name) => sql.ref(`source.${name}`)))}
    from ${source}
    join embed_settings on embed_settings.tenant_id = source.tenant_id
      and embed_settings.version = source.settings_version
    join tenants on tenants.id = source.tenant_id and tenants.status = 'active'
    where true
    order by source.tenant_id, source.jti_hash
    on conflict (tenant_id, jti_hash) do nothing
    returning token_hash`,
);

/**
 * Stores the tokens whose assertions are still good: the settings are those they were verified with, the tenant
 * is active, and the `jti` is new. First use wins, on whichever node: the unique index decides. Every batch goes
 * through the index in the same order, or two that hold the same assertions would wait for each other for ever.
 */
export async function storeTokens(
  transaction: Queries,
  pending: readonly PendingToken[],
): Promise<StoreOutcome[]> {
  const tenants = new Set(pending.map((token) => token.tenant_id));
  for (const tenantId of [...tenants].sort()) await shareSettingsVersion(transaction, tenantId);

  const rows = await runForRows(transaction, insertTokens, pending);
  const inserted = new Set(rows.map((row) => row.token_hash));
  if (inserted.size === pending.length) return pending.map(() => 'stored');

  const versions = await transaction.everyTenant
    .selectFrom('embed_settings')
    .innerJoin('tenants', 'tenants.id', 'embed_settings.tenant_id')
    .select(['embed_settings.tenant_id', 'embed_settings.version'])
    .where('embed_settings.tenant_id', 'in', [...tenants])
    .where('tenants.status', '=', 'active')
    .execute();
  const current = new Map(versions.map(({ tenant_id, version }) => [tenant_id, version]));
  return pending.map((token) => {
    if (inserted.has(token.token_hash)) return 'stored';
    return current.get(token.tenant_id) === token.settings_version ? 'replayed' : 'settings-changed';
  });
}

const findEmbed = hotStatement<[tokenHash: string, tenantId: TenantId, now: number]>('find-embed')(
  (db, slot) =>
    db
      .selectFrom('embed_tokens')
      .innerJoin('embed_settings', (join) =>
        join
          .onRef('embed_settings.tenant_id', '=', 'embed_tokens.tenant_id')
          .onRef('embed_settings.revocation_epoch', '=', 'embed_tokens.revocation_epoch'),
      )
      .select([
        'embed_tokens.client_id',
        'embed_tokens.context',
        'embed_tokens.lost_sections',
        'embed_tokens.sealed_secrets',
        'embed_tokens.issued_at',
        'embed_tokens.expires_at',
      ])
      .where('embed_tokens.token_hash', '=', slot(0))
      .where('embed_tokens.tenant_id', '=', slot(1))
      .where('embed_tokens.expires_at', '>', slot(2))
      .where('embed_tokens.revoked_at', 'is', null),
);

/** One indexed read, on each request: a token that was revoked anywhere is refused here at once. */
export async function authenticateEmbed(
  queries: Queries,
  tenantId: TenantId,
  token: string,
  now: number,
): Promise<EmbedPrincipal | undefined> {
  const hashed = tokenHash(token);
  const [row] = await queries.run(findEmbed, hashed, tenantId, now);
  return row && createEmbedPrincipal(tenantId, hashed, row);
}

/** Why a token that was just refused does not work: its time is over, or it never was or no longer is one of ours. */
export async function whyRefused(
  queries: Queries,
  tenantId: TenantId,
  token: string,
  now: number,
): Promise<'expired' | 'invalid'> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('embed_tokens')
    .select(['expires_at', 'revoked_at'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  return row && row.revoked_at === null && row.expires_at <= now ? 'expired' : 'invalid';
}

/** Ends one token of a client. Another's, or one that does not exist, is left alone without a word. */
export async function revokeEmbedToken(
  transaction: Queries,
  tenantId: TenantId,
  clientId: string,
  token: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .tenant(tenantId)
    .update('embed_tokens', { revoked_at: now })
    .where('token_hash', '=', tokenHash(token))
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether an assertion with this `jti` was used, without using it. */
export async function isUsedJti(queries: Queries, tenantId: TenantId, jtiHash: string): Promise<boolean> {
  const found = await queries
    .tenant(tenantId)
    .selectFrom('embed_tokens')
    .select('token_hash')
    .where('jti_hash', '=', jtiHash)
    .executeTakeFirst();
  return found !== undefined;
}
