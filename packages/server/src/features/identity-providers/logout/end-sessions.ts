import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import { useOnce } from '../../../platform/identity/one-time-tokens.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { findUser } from '../../users/index.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../accounts/clock-tolerance.ts';
import { linkedUser } from '../accounts/identity-links.ts';
import { actorOf } from '../accounts/use-account.ts';
import type { OidcProvider } from '../settings/providers.ts';
import { type LogoutToken, MAX_AGE_SECONDS } from './verify-logout-token.ts';

/** As long as the same token would be accepted again. */
const REMEMBERED_MS = (MAX_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000;

/** Ends the sessions that the provider names. Returns false for a token that was used before. */
export function endSessions(
  { store, time }: Pick<Services, 'store' | 'time'>,
  provider: OidcProvider,
  token: LogoutToken,
  caller: Caller,
): Promise<boolean> {
  const { tenantId, id } = provider;
  return store.write(async (transaction) => {
    const now = time.now();
    const value = JSON.stringify([id, token.issuer, token.jti]);
    const used = { purpose: 'logout token', value, until: now + REMEMBERED_MS };
    if (!(await useOnce(transaction, tenantId, used, now))) return false;
    const owners = await deleteNamed(transaction, provider, token);
    if (owners.length > 0)
      await recordEvent(transaction, tenantId, now, caller, {
        action: 'session.end',
        actor: actorOf(provider),
        target: await onlyUsername(transaction, tenantId, owners),
        details: { provider: id, sessions: owners.length },
      });
    return true;
  });
}

/** Returns the id of the user for each session that ended. */
async function deleteNamed(
  transaction: Queries,
  { tenantId, id }: OidcProvider,
  { issuer, subject, session }: LogoutToken,
): Promise<readonly string[]> {
  let sessions = transaction.tenant(tenantId).deleteFrom('login_tokens').where('provider', '=', id);
  if (subject !== undefined) {
    const userId = await linkedUser(transaction, { tenantId, providerId: id, issuer, subject });
    if (userId === undefined) return [];
    sessions = sessions.where('user_id', '=', userId);
  }
  if (session !== undefined)
    sessions = sessions.where((row) =>
      row.or([
        row('provider_session', '=', session),
        // The provider named no session when it began, so it may be the one that ends now.
        ...(subject === undefined ? [] : [row('provider_session', 'is', null)]),
      ]),
    );
  const ended = await sessions.returning('user_id').execute();
  return ended.map(({ user_id }) => user_id);
}

/** Null if the sessions are of several people: the provider may use one name for all of them. */
async function onlyUsername(
  transaction: Queries,
  tenantId: TenantId,
  owners: readonly string[],
): Promise<string | null> {
  const [owner, ...others] = new Set(owners);
  if (owner === undefined || others.length > 0) return null;
  return (await findUser(transaction, tenantId, owner))?.username ?? null;
}
