import { AppError } from '../../../platform/errors.ts';
import { useOnce } from '../../../platform/identity/one-time-tokens.ts';
import type { PasskeyRow } from '../../../platform/store/schema.ts';
import type { Services } from '../../../services.ts';
import { type Client, loginFailed, type StartedSession, startSession } from '../../sessions/index.ts';
import { lockAccount } from '../factors/attempt-factor.ts';
import { findPasskey, notePasskeyUse } from '../factors/passkeys.ts';
import {
  CHALLENGE_MS,
  claimedCredential,
  type PasskeySite,
  type VerifiedAssertion,
  verifyAssertion,
  type WebAuthnJson,
} from '../factors/webauthn.ts';

type PasskeyServices = Pick<Services, 'store' | 'time' | 'metrics' | 'refusals'>;

interface Given {
  /** What this browser was asked to sign. */
  readonly challenge: string | undefined;
  readonly response: WebAuthnJson;
}

/**
 * Exchanges the signature of a passkey for a session. It verified its owner, so it is as good as two factors. Nothing can be
 * guessed here, so nothing is counted per user; every refusal looks the same.
 */
export async function signInWithPasskey(
  services: PasskeyServices,
  site: PasskeySite,
  given: Given,
  client: Client,
): Promise<StartedSession> {
  const { time, metrics, refusals } = services;
  try {
    const { passkey, assertion } = await verifyPasskey(services, site, given);
    const session = await startPasskeySession(services, passkey, assertion, client);
    metrics.logins.inc({ outcome: 'success' });
    return session;
  } catch (error) {
    if (error instanceof AppError && error.code === 'LOGIN_FAILED') {
      metrics.logins.inc({ outcome: 'failed' });
      refusals.count(site.tenantId, time.now(), { action: 'login', reason: 'invalid passkey' });
    }
    throw error;
  }
}

async function verifyPasskey(
  { store }: PasskeyServices,
  site: PasskeySite,
  { challenge, response }: Given,
): Promise<{ readonly passkey: PasskeyRow; readonly assertion: VerifiedAssertion }> {
  const claimed = claimedCredential(response);
  const passkey = claimed && (await findPasskey(store, site.tenantId, claimed.id));
  if (!passkey) throw loginFailed('unknown passkey');
  // WebAuthn Level 3 §7.2, step 6: the authenticator says whose it is.
  if (claimed.userId !== undefined && claimed.userId !== passkey.user_id)
    throw loginFailed('the passkey belongs to another user');
  const assertion = await verifyAssertion(site, response, passkey, { requireUserVerification: true });
  if ('refused' in assertion) throw loginFailed(assertion.refused);
  if (challenge === undefined || assertion.challenge !== challenge)
    throw loginFailed('the challenge is not of this browser, or has expired');
  return { passkey, assertion };
}

async function startPasskeySession(
  { store, time }: PasskeyServices,
  { tenant_id: tenantId, user_id: userId }: PasskeyRow,
  assertion: VerifiedAssertion,
  { caller, userAgent }: Client,
): Promise<StartedSession> {
  return store.write(async (transaction) => {
    const now = time.now();
    const used = { purpose: 'passkey', value: assertion.challenge, until: now + CHALLENGE_MS };
    if (!(await useOnce(transaction, tenantId, used, now)))
      throw loginFailed('the challenge was answered before');
    const account = { tenantId, userId };
    if (!(await lockAccount(transaction, account))) throw loginFailed('inactive');
    if (!(await notePasskeyUse(transaction, account, assertion, now)))
      throw loginFailed('the passkey was removed, or its counter did not increase');
    const signIn = { userId, method: 'passkey', secondFactor: true, userAgent } as const;
    const start = await startSession(transaction, tenantId, signIn, { now, caller });
    if ('refused' in start) throw loginFailed(start.refused);
    return start;
  });
}
