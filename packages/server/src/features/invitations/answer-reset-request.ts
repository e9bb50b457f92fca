import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { recordEvent } from '../../platform/audit/record-event.ts';
import type { Caller } from '../../platform/identity/acting.ts';
import { type AttemptLimit, recordFailure } from '../../platform/identity/attempt-limit.ts';
import type { ComposeMail } from '../../platform/mail/deliver-mail.ts';
import { removeMail } from '../../platform/mail/outbox.ts';
import type { TenantRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { canSendTo } from '../mail/index.ts';
import { findTenant } from '../tenants/index.ts';
import { findUser, type UserWithGroups, usernameKey } from '../users/index.ts';
import { enqueueLink, linkAddress } from './link-mail.ts';
import { arePasswordsAllowed, createPasswordLink } from './password-links.ts';

/** What somebody asked for without signing in. */
export interface ResetRequest {
  /** A username or an email address. */
  readonly typed: string;
  readonly caller: Caller;
}

type ResetServices = Pick<Services, 'store' | 'time' | 'vault' | 'config'>;

const ACCOUNT: AttemptLimit = {
  scope: 'reset-account',
  failures: 5,
  windowMs: 60 * 60_000,
  blockMs: 60 * 60_000,
};
/** Accounts may share an address. */
const MAX_ACCOUNTS = 5;

/** Replaces a request by the messages with links that it leads to: none, if there is no such account. */
export const answerResetRequest =
  (services: ResetServices): ComposeMail =>
  async ({ tenantId, id, data }) => {
    const { typed, caller } = JSON.parse(data) as ResetRequest;
    await services.store.write(async (transaction) => {
      // Another node has answered it.
      if (!(await removeMail(transaction, tenantId, id))) return;
      const tenant = await findTenant(transaction, tenantId);
      if (!tenant || !(await arePasswordsAllowed(transaction, tenantId))) return;
      for (const user of await findAccounts(transaction, tenantId, typed))
        await sendReset(services, transaction, { tenant, user, caller });
    });
    return undefined;
  };

interface Reset {
  readonly tenant: TenantRow;
  readonly user: UserWithGroups;
  readonly caller: Caller;
}

async function sendReset(
  services: ResetServices,
  transaction: Queries,
  { tenant, user, caller }: Reset,
): Promise<void> {
  const now = services.time.now();
  const { email } = user;
  if (email === null || !(await canSendTo(services, transaction, tenant.id, email))) return;
  const { blockedForMs } = await recordFailure(transaction, tenant.id, ACCOUNT, user.id, now);
  if (blockedForMs > 0) return;
  const { token, expiresAt } = await createPasswordLink(services.vault, transaction, user, 'reset', now);
  const link = linkAddress(tenant, services.config, token);
  // To the stored address: one that only looks like it belongs to somebody else.
  await enqueueLink(services, transaction, { ...user, email }, { purpose: 'reset', link, expiresAt }, now);
  await recordEvent(transaction, tenant.id, now, caller, {
    action: 'user.request-password-reset',
    target: user.username,
  });
}

/** Those who can sign in with a password. Others never had one here, and may sign in elsewhere only. */
async function findAccounts(
  queries: Queries,
  tenantId: TenantId,
  typed: string,
): Promise<readonly UserWithGroups[]> {
  const text = typed.trim();
  // No store has this character, and PostgreSQL rejects it as a parameter.
  if (text.includes('\u0000')) return [];
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('users')
    .select('id')
    .where((e) =>
      e.or([e('username_key', '=', usernameKey(text)), sql<boolean>`lower(users.email) = lower(${text})`]),
    )
    .where('status', '=', 'active')
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .limit(MAX_ACCOUNTS)
    .execute();
  const users = await Promise.all(rows.map(({ id }) => findUser(queries, tenantId, id)));
  return users.filter((user) => user !== undefined);
}
