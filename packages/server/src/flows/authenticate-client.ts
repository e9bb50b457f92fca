import { type Caller, countRefusal } from '../audit/record-event.ts';
import { type AttemptLimit, recordFailure } from '../auth/attempt-limit.ts';
import { type ClientCredentials, invalidClient, isRightClient } from '../auth/client-credentials.ts';
import type { EmbedSettings } from '../auth/embed-settings.ts';
import { OAuthError } from '../auth/oauth-error.ts';
import type { SettingsMemory } from '../auth/settings-memory.ts';
import type { Services } from '../services.ts';

const limit: AttemptLimit = { scope: 'client', failures: 10, windowMs: 60_000, blockMs: 60_000 };

/** The client that presents the right secret is served, whatever others have tried in its name. */
export async function authenticateClient(
  services: Pick<Services, 'store' | 'clock'>,
  settings: SettingsMemory,
  realm: string,
  credentials: ClientCredentials,
  caller: Caller,
): Promise<EmbedSettings> {
  const now = services.clock();
  const remembered = settings.remembered(realm);
  if (remembered && isRightClient(remembered, credentials, now)) return remembered;
  const fresh = await settings.read(realm);
  if (fresh && isRightClient(fresh, credentials, now)) return fresh;
  throw await countedRefusal(services, fresh, credentials, caller);
}

/** RFC 6749 §2.3.1: guessing is made slow, for each client and source address. */
async function countedRefusal(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  settings: EmbedSettings | undefined,
  { clientId }: ClientCredentials,
  { ip }: Caller,
): Promise<OAuthError> {
  if (!settings) return invalidClient();
  const { tenantId } = settings;
  const blockedForMs = await store.write(async (transaction) => {
    const now = clock();
    const verdict = await recordFailure(transaction, tenantId, limit, JSON.stringify([clientId, ip]), now);
    const reason = verdict.blockedForMs > 0 ? 'too many wrong client secrets' : 'wrong client or secret';
    await countRefusal(transaction, tenantId, now, { action: 'token.issue', reason });
    return verdict.blockedForMs;
  });
  if (blockedForMs === 0) return invalidClient();
  const seconds = Math.ceil(blockedForMs / 1000);
  return new OAuthError('temporarily_unavailable', `Too many failed authentications: wait ${seconds} s.`, {
    statusCode: 429,
    reason: 'throttled',
    headers: { 'retry-after': String(seconds) },
  });
}
