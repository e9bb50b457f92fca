import { type AttemptLimit, recordFailure } from '../../platform/identity/attempt-limit.ts';
import type { Services } from '../../services.ts';
import { countRefusal } from '../audit/index.ts';
import type { ClientAction } from './client-action.ts';
import { invalidClient, isRightClient } from './client-credentials.ts';
import type { EmbedSettings } from './embed-settings.ts';
import { OAuthError } from './oauth-error.ts';
import type { TokenRequest } from './read-token-request.ts';

const limit: AttemptLimit = { scope: 'client', failures: 10, windowMs: 60_000, blockMs: 60_000 };

type Request = Pick<TokenRequest, 'realm' | 'credentials' | 'caller'>;

/** The client that presents the right secret is served, whatever others have tried in its name. */
export async function authenticateClient(
  services: Services,
  request: Request,
  action: ClientAction,
): Promise<EmbedSettings> {
  const fresh = await services.settings.read(request.realm);
  if (!fresh) throw invalidClient();
  if (!isRightClient(fresh, request.credentials, services.clock()))
    throw await wrongClient(services, fresh, request, action);
  if (!fresh.active) throw await disabledTenant(services, fresh, action);
  return fresh;
}

/**
 * RFC 6749 §2.3.1: guessing is made slow, for each client and source address. A realm has one client, and names of
 * others count for it: made-up ones get no counters of their own, which would tell them apart and fill the store.
 */
async function wrongClient(
  { store, clock, usage }: Services,
  { tenantId }: EmbedSettings,
  { caller }: Request,
  action: ClientAction,
): Promise<OAuthError> {
  const blockedForMs = await store.write(async (transaction) => {
    const now = clock();
    const verdict = await recordFailure(transaction, tenantId, limit, JSON.stringify([caller.ip]), now);
    const reason = verdict.blockedForMs > 0 ? 'too many wrong client secrets' : 'wrong client or secret';
    await countRefusal(transaction, tenantId, now, { action, reason });
    return verdict.blockedForMs;
  });
  if (action === 'token.issue') usage.count(tenantId, clock(), 'refusal', 'wrong client or secret');
  if (blockedForMs === 0) return invalidClient();
  const seconds = Math.ceil(blockedForMs / 1000);
  return new OAuthError('temporarily_unavailable', `Too many failed authentications: wait ${seconds} s.`, {
    statusCode: 429,
    reason: 'throttled',
    headers: { 'retry-after': String(seconds) },
  });
}

async function disabledTenant(
  { store, clock }: Services,
  { tenantId }: EmbedSettings,
  action: ClientAction,
): Promise<OAuthError> {
  const reason = 'tenant disabled';
  await store.write((transaction) => countRefusal(transaction, tenantId, clock(), { action, reason }));
  return new OAuthError(
    'unauthorized_client',
    'This tenant is disabled. Ask the operator of this instance to enable it.',
    { reason },
  );
}
