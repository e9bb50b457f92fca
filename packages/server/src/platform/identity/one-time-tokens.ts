import { randomBytes } from 'node:crypto';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../store/store.ts';
import type { Vault } from '../vault/vault.ts';
import { tokenHash } from './opaque-token.ts';

/** Links and states that work once and not for long. The store keeps a hash of the token, and its data sealed. */
export interface OneTimeTokens<Data> {
  /** Returns the token. `userId` names the account that it concerns, so that it ends with others of that account. */
  create(
    transaction: Queries,
    tenantId: TenantId,
    data: Data,
    options: { readonly vault: Vault; readonly now: number; readonly userId?: string },
  ): Promise<string>;
  /** What a token is for, if it still works. */
  read(
    queries: Queries,
    tenantId: TenantId,
    token: string,
    options: { readonly vault: Vault; readonly now: number },
  ): Promise<Data | undefined>;
  /** The same, and the token never works again. */
  take(
    transaction: Queries,
    tenantId: TenantId,
    token: string,
    options: { readonly vault: Vault; readonly now: number },
  ): Promise<Data | undefined>;
  /** Ends those of an account. */
  revokeOf(transaction: Queries, tenantId: TenantId, userId: string): Promise<void>;
}

/** Tokens of one purpose. A token of another purpose, tenant or time does not work. */
export function defineOneTimeTokens<Data>(purpose: string, lifetimeMs: number): OneTimeTokens<Data> {
  const sealedFor = `one-time ${purpose}`;
  const open = (vault: Vault, tenantId: TenantId, sealed: string | null): Data =>
    JSON.parse(vault.open(tenantId, sealedFor, sealed ?? ''));
  return {
    async create(transaction, tenantId, data, { vault, now, userId }) {
      const token = randomBytes(32).toString('base64url');
      await transaction
        .tenant(tenantId)
        .insertInto('one_time_tokens', {
          purpose,
          token_hash: tokenHash(token),
          user_id: userId ?? null,
          sealed_data: vault.seal(tenantId, sealedFor, JSON.stringify(data)),
          created_at: now,
          expires_at: now + lifetimeMs,
        })
        .execute();
      return token;
    },

    async read(queries, tenantId, token, { vault, now }) {
      const row = await queries
        .tenant(tenantId)
        .selectFrom('one_time_tokens')
        .select('sealed_data')
        .where('purpose', '=', purpose)
        .where('token_hash', '=', tokenHash(token))
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row && open(vault, tenantId, row.sealed_data);
    },

    async take(transaction, tenantId, token, { vault, now }) {
      const row = await transaction
        .tenant(tenantId)
        .deleteFrom('one_time_tokens')
        .where('purpose', '=', purpose)
        .where('token_hash', '=', tokenHash(token))
        .returning(['sealed_data', 'expires_at'])
        .executeTakeFirst();
      return row && row.expires_at > now ? open(vault, tenantId, row.sealed_data) : undefined;
    },

    async revokeOf(transaction, tenantId, userId) {
      await transaction
        .tenant(tenantId)
        .deleteFrom('one_time_tokens')
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .execute();
    },
  };
}

/**
 * Marks a value from outside as used, such as the id of an assertion or a challenge. Returns false if it was used
 * before, on any node. Remembered until `until`.
 */
export async function useOnce(
  transaction: Queries,
  tenantId: TenantId,
  { purpose, value, until }: { readonly purpose: string; readonly value: string; readonly until: number },
  now: number,
): Promise<boolean> {
  const inserted = await transaction
    .tenant(tenantId)
    .insertInto('one_time_tokens', {
      purpose: `used ${purpose}`,
      token_hash: tokenHash(value),
      user_id: null,
      sealed_data: null,
      created_at: now,
      expires_at: until,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  return inserted !== undefined;
}
