import type { TenantId } from '@inlay/protocol/tenant-id';
import { defineOneTimeTokens, type OneTimeTokens } from '../../../platform/identity/one-time-tokens.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { CHALLENGE_MS } from './webauthn.ts';

/** What a passkey is asked for. The signature for one is none for another. */
export type Ceremony = 'registration' | 'sign-in' | 'confirmation';

interface ChallengeData {
  readonly userId: string;
}

const CHALLENGES: Readonly<Record<Ceremony, OneTimeTokens<ChallengeData>>> = {
  registration: defineOneTimeTokens('passkey registration', CHALLENGE_MS),
  'sign-in': defineOneTimeTokens('passkey sign-in', CHALLENGE_MS),
  confirmation: defineOneTimeTokens('passkey confirmation', CHALLENGE_MS),
};

interface Owner {
  readonly tenantId: TenantId;
  readonly userId: string;
}

/**
 * A challenge that only this user can answer, once and soon (WebAuthn Level 3 §13.4.3). It replaces an earlier one, so that
 * nobody fills the store with them.
 */
export const createChallenge = (
  { store, time, vault }: Pick<Services, 'store' | 'time' | 'vault'>,
  ceremony: Ceremony,
  { tenantId, userId }: Owner,
): Promise<string> =>
  store.write(async (transaction) => {
    const challenges = CHALLENGES[ceremony];
    await challenges.revokeOf(transaction, tenantId, userId);
    return challenges.create(transaction, tenantId, { userId }, { vault, now: time.now(), userId });
  });

/** Returns whether it was this user's and not answered before. */
export async function takeChallenge(
  { vault }: Pick<Services, 'vault'>,
  transaction: Queries,
  {
    ceremony,
    challenge,
    owner,
  }: { readonly ceremony: Ceremony; readonly challenge: string; readonly owner: Owner },
  now: number,
): Promise<boolean> {
  const taken = await CHALLENGES[ceremony].take(transaction, owner.tenantId, challenge, { vault, now });
  return taken?.userId === owner.userId;
}
