import type { TenantId } from '@inlay/protocol/tenant-id';
import { defineOneTimeTokens, type OneTimeTokens } from '../../platform/identity/one-time-tokens.ts';
import { readSignInSettings } from '../../platform/identity/sign-in-settings.ts';
import type { UserRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { findUser, type UserWithGroups } from '../users/index.ts';

export type LinkPurpose = 'invitation' | 'reset';

interface LinkData {
  readonly userId: string;
  /** See `stateOf`. */
  readonly state: string;
  readonly expiresAt: number;
}

const MINUTE = 60_000;
const VALID_MS = { invitation: 7 * 24 * 60 * MINUTE, reset: 30 * MINUTE };
const TOKENS: Readonly<Record<LinkPurpose, OneTimeTokens<LinkData>>> = {
  invitation: defineOneTimeTokens('invitation', VALID_MS.invitation),
  reset: defineOneTimeTokens('password reset', VALID_MS.reset),
};
const PURPOSES = ['invitation', 'reset'] as const;

/** Makes a link for the user, and ends earlier ones of either purpose (ADR 347). Returns its token, which is not stored. */
export async function createPasswordLink(
  vault: Vault,
  transaction: Queries,
  user: UserRow,
  purpose: LinkPurpose,
  now: number,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const { tenant_id, id: userId } = user;
  await endPasswordLinks(transaction, tenant_id, userId);
  const expiresAt = now + VALID_MS[purpose];
  const data = { userId, state: stateOf(vault, user), expiresAt };
  const token = await TOKENS[purpose].create(transaction, tenant_id, data, { vault, now, userId });
  return { token, expiresAt };
}

export async function endPasswordLinks(
  transaction: Queries,
  tenantId: TenantId,
  userId: string,
): Promise<void> {
  for (const purpose of PURPOSES) await TOKENS[purpose].revokeOf(transaction, tenantId, userId);
}

/** What a link depends on: with another email, password or status of the user, it is void. */
const stateOf = (vault: Vault, { id, email, password_hash, status }: UserRow): string =>
  vault.fingerprint('password link', JSON.stringify([id, email, password_hash, status]));

export interface FoundLink {
  readonly purpose: LinkPurpose;
  readonly user: UserWithGroups;
  readonly expiresAt: number;
}

/** Whom a token sets the password of; undefined if it is unknown, expired, used or void. */
export const findPasswordLink = (
  vault: Vault,
  queries: Queries,
  tenantId: TenantId,
  token: string,
  now: number,
): Promise<FoundLink | undefined> => validLink(vault, queries, tenantId, { token, now, how: 'read' });

/** The same, and ends the link: of two requests with one token, one gets it. */
export const takePasswordLink = (
  vault: Vault,
  transaction: Queries,
  tenantId: TenantId,
  token: string,
  now: number,
): Promise<FoundLink | undefined> => validLink(vault, transaction, tenantId, { token, now, how: 'take' });

interface Sought {
  readonly token: string;
  readonly now: number;
  readonly how: 'read' | 'take';
}

async function validLink(
  vault: Vault,
  queries: Queries,
  tenantId: TenantId,
  { token, now, how }: Sought,
): Promise<FoundLink | undefined> {
  // Links that were sent before passwords were switched off are void too.
  if (!(await arePasswordsAllowed(queries, tenantId))) return undefined;
  for (const purpose of PURPOSES) {
    const data = await TOKENS[purpose][how](queries, tenantId, token, { vault, now });
    if (!data) continue;
    const user = await findUser(queries, tenantId, data.userId);
    const isValid = user?.status === 'active' && stateOf(vault, user) === data.state;
    return isValid ? { purpose, user, expiresAt: data.expiresAt } : undefined;
  }
  return undefined;
}

/** Whether people of this tenant sign in with passwords. */
export async function arePasswordsAllowed(queries: Queries, tenantId: TenantId): Promise<boolean> {
  return (await readSignInSettings(queries, tenantId)).passwords;
}
