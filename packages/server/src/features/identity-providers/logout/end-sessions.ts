import { recordEvent } from '../../../platform/audit/record-event.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import { useOnce } from '../../../platform/identity/one-time-tokens.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { linkedUser } from '../accounts/identity-links.ts';
import { actorOf } from '../accounts/use-account.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../oidc/client-of.ts';
import type { Provider } from '../settings/providers.ts';
import { type LogoutToken, MAX_AGE_SECONDS } from './verify-logout-token.ts';

/** As long as the same token would be accepted again. */
const REMEMBERED_MS = (MAX_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000;

/** Ends the sessions that the provider names. Returns false for a token that was used before. */
export function endSessions(
  { store, time }: Pick<Services, 'store' | 'time'>,
  provider: Provider,
  token: LogoutToken,
  caller: Caller,
): Promise<boolean> {
  const { tenantId, id } = provider;
  return store.write(async (transaction) => {
    const now = time.now();
    const value = JSON.stringify([id, token.issuer, token.jti]);
    const used = { purpose: 'logout token', value, until: now + REMEMBERED_MS };
    if (!(await useOnce(transaction, tenantId, used, now))) return false;
    const ended = await deleteNamed(transaction, provider, token);
    if (ended > 0)
      await recordEvent(transaction, tenantId, now, caller, {
        action: 'session.end',
        actor: actorOf(provider),
        details: { provider: id, sessions: ended },
      });
    return true;
  });
}

async function deleteNamed(
  transaction: Queries,
  { tenantId, id }: Provider,
  { issuer, subject, session }: LogoutToken,
): Promise<number> {
  const userId =
    subject === undefined
      ? undefined
      : await linkedUser(transaction, { tenantId, providerId: id, issuer, subject });
  if (subject !== undefined && userId === undefined) return 0;
  const { numDeletedRows } = await transaction
    .tenant(tenantId)
    .deleteFrom('login_tokens')
    .where('provider', '=', id)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as string))
    .$if(session !== undefined, (query) =>
      query.where((row) =>
        row.or([
          row('provider_session', '=', session as string),
          // The provider named no session when it began, so it may be the one that ends now.
          ...(userId === undefined ? [] : [row('provider_session', 'is', null)]),
        ]),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
