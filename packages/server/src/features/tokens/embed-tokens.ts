import type { TenantId } from '@inlay/protocol/tenant-id';
import { createEmbedPrincipal, type EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { embedTokenKey } from '../../platform/identity/opaque-token.ts';
import { isAllowed, permissionsOf } from '../../platform/identity/principal.ts';
import { hotStatement } from '../../platform/store/hot-statement.ts';
import type { EmbedTokenRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { shareLock } from '../../platform/store/take-lock.ts';
import { findUserByUsername } from '../users/index.ts';

/** Stores a token issued without an assertion. Revoking all tokens of the tenant ends it too. */
export async function storeOwnToken(
  transaction: Queries,
  tenantId: TenantId,
  token: Omit<EmbedTokenRow, 'tenant_id' | 'revocation_epoch' | 'revoked_at' | 'jti_hash'>,
): Promise<void> {
  await shareLock(transaction, 'settings', tenantId);
  const revocation_epoch = await readRevocationEpoch(transaction, tenantId);
  const row = { ...token, jti_hash: null, revoked_at: null, revocation_epoch };
  await transaction.tenant(tenantId).insertInto('embed_tokens', row).execute();
}

const findEmbed = hotStatement<[tokenKey: string, tenantId: TenantId, now: number]>()((db, slot) =>
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
      'embed_tokens.only_embed',
    ])
    .where('embed_tokens.token_key', '=', slot(0))
    .where('embed_tokens.tenant_id', '=', slot(1))
    .where('embed_tokens.expires_at', '>', slot(2))
    .where('embed_tokens.revoked_at', 'is', null),
);

/** One indexed read per request, so that a token revoked on any node is refused immediately. */
export async function authenticateEmbed(
  queries: Queries,
  tenantId: TenantId,
  token: string,
  now: number,
): Promise<EmbedPrincipal | undefined> {
  const key = embedTokenKey(token);
  if (key === undefined) return undefined;
  const [row] = await queries.run(findEmbed, key, tenantId, now);
  const viewer = row && createEmbedPrincipal(tenantId, key, row);
  return viewer?.bypassesRowRules && !(await mayStillAuthor(queries, tenantId, viewer.username))
    ? undefined
    : viewer;
}

/** A token past all rules ends with the role or account it was issued to, as their logins do. */
async function mayStillAuthor(queries: Queries, tenantId: TenantId, username: string): Promise<boolean> {
  const user = await findUserByUsername(queries, tenantId, username);
  if (user?.status !== 'active') return false;
  return isAllowed({ permissions: permissionsOf(user.admin_role) }, ['content:write', 'data:query']);
}

/** What is kept of a token's context where a viewer is served later: as stored, with the secrets still encrypted. */
export async function findTokenContext(
  queries: Queries,
  { tenantId, tokenHash }: Pick<EmbedPrincipal, 'tenantId' | 'tokenHash'>,
): Promise<
  Pick<EmbedTokenRow, 'context' | 'lost_sections' | 'sealed_secrets' | 'revocation_epoch'> | undefined
> {
  return queries
    .tenant(tenantId)
    .selectFrom('embed_tokens')
    .select(['context', 'lost_sections', 'sealed_secrets', 'revocation_epoch'])
    .where('token_key', '=', tokenHash)
    .executeTakeFirst();
}

/** Increases whenever all tokens of the tenant are revoked. */
export async function readRevocationEpoch(queries: Queries, tenantId: TenantId): Promise<number> {
  const { revocation_epoch } = await queries
    .tenant(tenantId)
    .selectFrom('embed_settings')
    .select('revocation_epoch')
    .executeTakeFirstOrThrow();
  return revocation_epoch;
}

/** Distinguishes an expired token from one that is unknown or revoked. */
export async function whyRefused(
  queries: Queries,
  tenantId: TenantId,
  token: string,
  now: number,
): Promise<'expired' | 'invalid'> {
  const key = embedTokenKey(token);
  if (key === undefined) return 'invalid';
  const row = await queries
    .tenant(tenantId)
    .selectFrom('embed_tokens')
    .select(['expires_at', 'revoked_at'])
    .where('token_key', '=', key)
    .executeTakeFirst();
  return row && row.revoked_at === null && row.expires_at <= now ? 'expired' : 'invalid';
}

/** Revokes a token of this client. Returns false for unknown tokens and those of other clients. */
export async function revokeEmbedToken(
  transaction: Queries,
  tenantId: TenantId,
  clientId: string,
  token: string,
  now: number,
): Promise<boolean> {
  const key = embedTokenKey(token);
  if (key === undefined) return false;
  const { numUpdatedRows } = await transaction
    .tenant(tenantId)
    .update('embed_tokens', { revoked_at: now })
    .where('token_key', '=', key)
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether an assertion with this `jti` was exchanged before. */
export async function isUsedJti(queries: Queries, tenantId: TenantId, jtiHash: string): Promise<boolean> {
  const found = await queries
    .tenant(tenantId)
    .selectFrom('embed_tokens')
    .select('token_key')
    .where('jti_hash', '=', jtiHash)
    .executeTakeFirst();
  return found !== undefined;
}
